import t from 'tap'
import { models } from '../../kernels/models.ts'
import { validityWarnings } from '../../server/compute/validity.ts'

t.test("a value outside a model's validity is named with its unit and range", async (t) => {
  const hata = models.get('hata')
  if (!hata) return t.fail('no hata')
  const well = { frequency: 600, tx_height: 30, rx_height: 2, max_range: 20 }
  t.same(validityWarnings(hata, well), [], 'the bounds are within')
  const details = (known: Record<string, number | undefined>) =>
    validityWarnings(hata, known).map(({ code, detail }) => `${code}: ${detail}`)
  t.same(details({ ...well, frequency: 149.9994, max_range: 20.5 }), [
    'near_validity_limit: frequency in MHz is 149.999; the model hata is intended for 150 to 2000.',
    'near_validity_limit: the range in kilometres is 20.5; the model hata is intended for 1 to 20.',
  ])
  t.same(details({ ...well, tx_height: 201, rx_height: 0.5 }), [
    'near_validity_limit: tx_height in metres above the ground is 201; the model hata is intended for 30 to 200.',
    'near_validity_limit: rx_height in metres above the ground is 0.5; the model hata is intended for 1 to 10.',
  ])
  t.same(details({ rx_height: undefined }), [], 'what is not known is not judged')
})
