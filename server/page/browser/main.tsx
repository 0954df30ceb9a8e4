import { render } from 'preact'
import { App } from './app.tsx'
import { allowMapWorker } from './map/trusted-types.ts'

allowMapWorker()
const root = document.getElementById('page')
if (root) render(<App />, root)
