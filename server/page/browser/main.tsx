import { render } from 'preact'
import { App } from './app.tsx'
import { allowMapWorkers } from './map/trusted-types.ts'
import { loginCode, token } from './service/session.ts'
import { hasMap } from './state/view.ts'

allowMapWorkers()
const root = document.getElementById('page')
if (root) render(<App />, root)
// Starts loading the map early, while a code is redeemed or results are requested.
if (hasMap && (token.value ?? loginCode.value) !== undefined) import('./map/map.ts').catch(() => {})
