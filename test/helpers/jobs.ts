import { type Job, jobOf } from '../../server/jobs/job.ts'
import type { ExpectedGround } from '../../server/jobs/posts.ts'
import type { QuotedJob } from '../../server/jobs/queued-job.ts'
import { type Quote, quoteOf } from '../../server/jobs/quote.ts'
import { type SimulationRequest, withDefaults } from '../../server/requests/simulation.ts'

const usual = { tx_lat: 47, tx_lon: 8, tx_height: 30, frequency: 868, max_range: 1 }

/** The job of a request; fields that are not given are usual ones. */
export function madeJob(fields: object = {}): Job {
  return jobOf(withDefaults({ ...usual, ...fields } as SimulationRequest))
}

/** Its quote over such ground. */
export function madeQuote(fields: object = {}, ground?: ExpectedGround): Quote {
  return quoteOf(madeJob(fields), ground)
}

/** Both, at a price of the test's own. */
export function quotedJob(fields: object, credits = 1, ground?: ExpectedGround): QuotedJob {
  const job = madeJob(fields)
  return { job, quote: { ...quoteOf(job, ground), credits } }
}
