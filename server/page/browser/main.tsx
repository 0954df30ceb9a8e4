import { render } from 'preact'
import { App } from './app.tsx'
import { allowMapWorkers } from './map/trusted-types.ts'
import { loginCode, token } from './service/session.ts'
import { hasMap } from './state/view.ts'

allowMapWorkers()
const root = document.getElementById('page')
if (root) render(<App />, root)
// Loads the map while a code is redeemed and results are requested; its view imports it again.
if (hasMap && (token.value ?? loginCode.value) !== undefined) import('./map/map.ts').catch(() => {})
