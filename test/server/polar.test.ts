import t from 'tap'
import { answeredAt } from '../helpers/polar.ts'

await answeredAt(t, [{ tx_lat: 85, tx_lon: 179.9, max_range: 100 }])
