import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** System browser; `undefined` if none is installed. */
export const chromiumPath = places.find((path) => existsSync(path))

/** WebGL 2 by SwiftShader. */
export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`Expected Chromium in one of ${places.join(', ')}.`)
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  return chromium.launch({ executablePath: chromiumPath, args })
}
