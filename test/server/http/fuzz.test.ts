import t from 'tap'
import { fuzzService } from '../../helpers/fuzz-service.ts'

t.test('a hundred requests made of the document are answered as it says', async (t) => {
  const statuses = await fuzzService(t, 100, 1)
  for (const status of [200, 400, 401, 404]) t.ok(statuses.has(status), `some answers are ${status}`)
})
