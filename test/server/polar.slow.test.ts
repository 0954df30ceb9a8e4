import t from 'tap'
import { answeredAt } from '../helpers/polar.ts'

// Every model answers wherever |tx_lat| is at most 85 and |tx_lat| + max_range/111 at most 89, and across the date line.

await answeredAt(t, [
  { tx_lat: 70.5, tx_lon: 11, max_range: 300 },
  { tx_lat: -75.5, tx_lon: 179.9, max_range: 200 },
  { tx_lat: 78.5, tx_lon: -179.9, max_range: 100 },
  { tx_lat: 80.5, tx_lon: 11, max_range: 50 },
  { tx_lat: -84.5, tx_lon: 0, max_range: 20 },
  { tx_lat: 85, tx_lon: 179.9, max_range: 100 },
  { tx_lat: 85, tx_lon: 100, max_range: 300 },
  { tx_lat: 85, tx_lon: -100, max_range: 440 / 1.5 },
])
