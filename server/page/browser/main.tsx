import { render } from 'preact'
import { App } from './app.tsx'
import { allowMapWorkers } from './map/trusted-types.ts'

allowMapWorkers()
const root = document.getElementById('page')
if (root) render(<App />, root)
