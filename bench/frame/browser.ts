import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The system's browser; `undefined`: none. */
export const chromiumPath = places.find((path) => existsSync(path))

/** Without a display or a graphics processor: WebGL 2 by SwiftShader. */
export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`Expected Chromium in one of ${places.join(', ')}.`)
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  return chromium.launch({ executablePath: chromiumPath, args })
}
