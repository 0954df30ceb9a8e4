import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Path of the system's Chromium; `undefined` if not installed. */
export const chromiumPath = places.find((path) => existsSync(path))

/** Starts Chromium with software WebGL 2 (SwiftShader). */
export function launchChromium(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`Expected Chromium in one of ${places.join(', ')}.`)
  const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  return chromium.launch({ executablePath: chromiumPath, args })
}
