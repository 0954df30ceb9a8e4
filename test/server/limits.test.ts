import t from 'tap'
import { requesterOf } from '../../server/access/callers.ts'
import { Logins } from '../../server/access/logins.ts'
import { circleBounds, meets } from '../../server/config/circle-bounds.ts'
import { certificateNames } from '../../server/config/host-names.ts'
import {
  cellsInCircle,
  defaultPlans,
  finestResolution,
  monthlyLimit,
  planOf,
  price,
  retryAfterSeconds,
} from '../../server/config/limits.ts'
import { TrustedProxies } from '../../server/config/trusted-proxies.ts'
import { AllowedReceivers } from '../../server/config/webhook-allow.ts'
import { pageLinks } from '../../server/http/page-links.ts'
import { addressBucket, FixedWindows, rateHeaders, secondsUntil } from '../../server/http/rate-limit.ts'
import { failedCondition, rangeOf } from '../../server/http/send-file.ts'
import { metadataOf, sessionOf } from '../../server/payments/checkout-metadata.ts'
import { minorUnits, packsOf } from '../../server/payments/checkouts.ts'
import { seededRandom } from '../references/random.ts'

t.test('cells and prices are computed', async (t) => {
  t.equal(cellsInCircle(1, 1000), 4)
  t.equal(cellsInCircle(30, 30), 3_141_593)
  t.equal(price(1, 0, 1), 1)
  t.equal(price(1_000_000, 0, 1), 1)
  t.equal(price(1_000_001, 0, 1), 2)
  t.equal(price(10, 10_000_000, 1), 1)
  t.equal(price(10, 30_000_001, 1), 4)
  t.equal(price(2_500_000, 25_000_000, 3), 9)
})

t.test('the finest resolution fits, and one 0.01 m finer does not', async (t) => {
  t.equal(finestResolution(300, 100_000_000), 53.18)
  const random = seededRandom(1)
  for (let iteration = 0; iteration < 2000; iteration++) {
    const rangeKm = 0.1 + random() * 300
    const cap = random() < 0.5 ? 100_000_000 : 1 + Math.floor(random() * 400_000_000)
    const finest = finestResolution(rangeKm, cap)
    const hundredths = Math.round(finest * 100)
    const fits = cellsInCircle(rangeKm, finest) <= cap && hundredths / 100 === finest
    const next = hundredths === 1 || cellsInCircle(rangeKm, (hundredths - 1) / 100) > cap
    if (!fits || !next) t.fail(`${rangeKm} km, ${cap} cells: ${finest}`)
  }
})

t.test('plans have their limits', async (t) => {
  t.match(planOf({ plan: 'pro' }, defaultPlans), {
    requestsPerMinute: 60,
    concurrent: 3,
    maxCells: 100_000_000,
  })
  t.match(planOf({ plan: 'enterprise' }, defaultPlans), {
    requestsPerMinute: 300,
    concurrent: 10,
    maxCells: 400_000_000,
  })
  t.equal(monthlyLimit({ plan: 'pro', limit: null }, defaultPlans), 5000)
  t.equal(monthlyLimit({ plan: 'enterprise', limit: null }, defaultPlans), 100_000)
  t.equal(monthlyLimit({ plan: 'enterprise', limit: 0 }, defaultPlans), 0)
})

t.test('polling every simulation stays within the rate limit', async (t) => {
  t.equal(retryAfterSeconds(planOf({ plan: 'pro' }, defaultPlans), 1), 4)
  t.equal(retryAfterSeconds(planOf({ plan: 'enterprise' }, defaultPlans), 0.2), 3)
  t.equal(retryAfterSeconds(planOf({ plan: 'pro' }, defaultPlans), 61.2), 62)
})

t.test(
  'a window begins with its first request, lasts a minute, and is counted by address or /64',
  async (t) => {
    const windows = new FixedWindows()
    const startMs = 1_000_500
    t.match(windows.count('a', 2, startMs, 0), { remaining: 2, exceeded: false })
    t.equal(windows.size, 0, 'a look begins none')
    t.match(windows.count('a', 2, startMs), {
      limit: 2,
      remaining: 1,
      resetMs: startMs + 60_000,
      exceeded: false,
    })
    t.match(windows.count('a', 2, startMs + 59_999), {
      remaining: 0,
      resetMs: startMs + 60_000,
      exceeded: false,
    })
    t.match(windows.count('a', 2, startMs + 59_999), { remaining: 0, exceeded: true })
    t.match(windows.count('b', 2, startMs), { remaining: 1 }, 'each has its own')
    t.match(windows.count('a', 2, startMs + 60_000, 2), { remaining: 0, exceeded: false })
    t.match(windows.count('a', 2, startMs - 1), { remaining: 1 }, 'a clock that is set back keeps nobody out')
    windows.count('c', 2, startMs + 200_000)
    t.equal(windows.size, 1, 'what has ended is forgotten')
    const headers = rateHeaders({ limit: 2, remaining: 1, resetMs: 1_000_001, exceeded: false })
    t.same(headers, { 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1001' })
    t.same([secondsUntil(5001, 4000), secondsUntil(4000, 4000)], [2, 1])
    for (const [address, bucket] of [
      ['192.0.2.7', '192.0.2.7'],
      ['192.0.2.7:443', '192.0.2.7'],
      ['::ffff:192.0.2.7', '192.0.2.7'],
      ['[2001:DB8::1]:443', '2001:db8:0:0::/64'],
      ['2001:0db8:0:1:ffff:1:2:3', '2001:db8:0:1::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
      ['unknown', 'unknown'],
    ]) {
      t.equal(addressBucket(address ?? ''), bucket, address)
    }
  },
)

t.test('whoever has a signed address or a share is a visitor', async (t) => {
  const account = { id: 'acc_1' }
  const isVisitor = (more: object) => requesterOf({ account, ...more } as never).isVisitor
  t.same(
    [isVisitor({ key: {} }), isVisitor({ key: {}, isSigned: true }), isVisitor({ share: {} })],
    [false, true, true],
  )
})

t.test('login codes are twenty at most, good once, and for ten minutes', async (t) => {
  let nowMs = 0
  const logins = new Logins(() => nowMs)
  const [first = '', second = '', ...others] = Array.from({ length: 21 }, (_, index) =>
    logins.make(`acc_${index}`),
  )
  t.equal(logins.take(first), undefined, 'the oldest goes')
  const taken = logins.take(second)
  t.equal(taken?.accountId, 'acc_1')
  t.equal(logins.take(second), undefined)
  taken?.giveBack()
  nowMs = 600_000 - 1
  t.equal(logins.take(second)?.accountId, 'acc_1', 'nothing came of it')
  nowMs = 600_000
  t.equal(logins.take(others[0] ?? ''), undefined)
  const setup = logins.makeSetup()
  nowMs *= 1000
  t.match(logins.take(setup), { accountId: undefined })
})

t.test('bounds hold their circle, also over the date line and round a pole', async (t) => {
  const bounds = circleBounds(60, 179.9, 55.25)
  // Half a degree of a meridian, and twice that of a parallel at 60°.
  t.ok(Math.abs(bounds.southDeg - 59.5) < 1e-9 && Math.abs(bounds.northDeg - 60.5) < 1e-9)
  t.ok(Math.abs(bounds.eastDeg - 180.9) < 1e-3 && Math.abs(bounds.westDeg - 178.9) < 1e-3)
  const polar = circleBounds(85, 0, 700)
  t.same([polar.westDeg, polar.eastDeg], [-180, 180])
  const place = (westDeg: number, southDeg: number) => ({
    westDeg,
    southDeg,
    eastDeg: westDeg,
    northDeg: southDeg,
  })
  for (const [lon, lat, isMet] of [
    [-179.2, 60, true],
    [-179, 60, false],
    [179, 60.5, true],
    [179, 60.6, false],
    [179, 59.4, false],
    [178.8, 60, false],
  ] as const) {
    t.equal(meets(place(lon, lat), bounds), isMet, `${lon}, ${lat}`)
    t.equal(meets(bounds, place(lon, lat)), isMet)
  }
})

t.test('conditions and ranges of files are those of RFC 9110', async (t) => {
  const [etag, modified] = ['"a,b"', 'Thu, 01 Jan 2026 00:00:00 GMT']
  const earlier = 'Wed, 31 Dec 2025 23:59:59 GMT'
  for (const [headers, failed] of [
    [{}, undefined],
    [{ 'if-match': '"x", "a,b"' }, undefined],
    [{ 'if-match': '*' }, undefined],
    [{ 'if-match': 'W/"a,b"' }, 'precondition_failed'],
    [{ 'if-match': '"a,b"', 'if-unmodified-since': earlier }, undefined],
    [{ 'if-unmodified-since': earlier }, 'precondition_failed'],
    [{ 'if-unmodified-since': modified }, undefined],
    [{ 'if-none-match': 'W/"a,b"' }, 'not_modified'],
    [{ 'if-none-match': '*' }, 'not_modified'],
    [{ 'if-none-match': '"x"', 'if-modified-since': modified }, undefined],
    [{ 'if-modified-since': modified }, 'not_modified'],
    [{ 'if-modified-since': earlier }, undefined],
    [{ 'if-modified-since': '2027' }, undefined],
  ] as const) {
    t.equal(failedCondition({ headers }, etag, modified), failed, JSON.stringify(headers))
  }
  const range = (text: string, more: object = {}, method = 'GET') =>
    rangeOf({ method, headers: { range: text, ...more } } as never, 10, etag, modified)
  for (const [text, found] of [
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=2-4', { start: 2, end: 4 }],
    ['bytes=9-20', { start: 9, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
  ] as const) {
    t.same(range(text), found, text)
  }
  t.equal(range('bytes=0-', {}, 'HEAD'), undefined)
  t.equal(range('bytes=0-', { 'if-range': '"x"' }), undefined)
  t.ok(range('bytes=0-', { 'if-range': etag }))
  t.ok(range('bytes=0-', { 'if-range': modified }))
})

t.test('pages beside a page', async (t) => {
  const linksOf = (limit: number, first: number, end: number, total: number) =>
    pageLinks('', { limit }, { first, end, total }).link
  t.equal(linksOf(10, 0, 10, 25), '<?limit=10&offset=10>; rel="next"')
  t.equal(linksOf(10, 5, 15, 15), '<?limit=5&offset=0>; rel="prev"')
  t.equal(linksOf(10, 15, 25, 26), '<?limit=10&offset=25>; rel="next", <?limit=10&offset=5>; rel="prev"')
  t.equal(linksOf(10, 30, 30, 25), '<?limit=10&offset=20>; rel="prev"')
  t.equal(linksOf(10, 0, 0, 0), undefined)
  t.equal(linksOf(10, 10, 20, 20), '<?limit=10&offset=0>; rel="prev"')
})

t.test(
  'packs have prices in the smallest unit; a checkout comes back from what Stripe keeps of it',
  async (t) => {
    const packs = packsOf({ currency: 'EUR', packPrices: { '100': '5.00', '500': '19.99' } } as never)
    t.match(packs, [
      { pack: '100', credits: 100, price: '5.00', currency: 'EUR' },
      { pack: '500', credits: 500 },
    ])
    t.same(packs.map(minorUnits), [500, 1999])
    const [created_at, expires_at] = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']
    const price = { amount_minor: 1999, currency: 'EUR' }
    const session = {
      ...{ id: 'cs_1', account_id: 'acc_1', pack: '500', credits: 500, created_at, expires_at },
      price,
    }
    const metadata = metadataOf(session as never, price)
    t.match(sessionOf(metadata), { ...session, provider: 'stripe', paid_at: null, refunded: 0 })
    t.equal(sessionOf(null), undefined)
    for (const name of Object.keys(metadata)) {
      t.equal(sessionOf({ ...metadata, [name]: undefined }), undefined, `without ${name}`)
    }
    for (const wrong of ['0', '-5', '1.5', '1e300', 'many']) {
      t.equal(sessionOf({ ...metadata, credits: wrong }), undefined, wrong)
      t.equal(sessionOf({ ...metadata, amount_minor: wrong }), undefined, wrong)
    }
  },
)

t.test('addresses are in ranges, and names are names', async (t) => {
  const proxies = new TrustedProxies(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32'])
  for (const [address, isTrusted] of [
    ['10.255.0.1', true],
    ['11.0.0.1', false],
    ['::ffff:10.0.0.1', true],
    ['192.0.2.1', true],
    ['192.0.2.2', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['proxy', false],
  ] as const) {
    t.equal(proxies.has(address), isTrusted, address)
  }
  for (const wrong of ['10.0.0.0/33', '2001:db8::/129', 'proxy.example', '10.0.0.0/', '']) {
    t.throws(() => new TrustedProxies([wrong]), { code: 'invalid_configuration' }, wrong)
  }
  const allowed = new AllowedReceivers(['Hooks.internal', '10.1.0.0/16', '::1'])
  t.same(
    ['hooks.INTERNAL.', 'x.hooks.internal'].map((host) => allowed.hasName(host)),
    [true, false],
  )
  t.same(
    ['10.1.255.255', '10.2.0.0', '::1', '::2'].map((address) => allowed.hasAddress(address)),
    [true, false, true, false],
  )
  for (const wrong of ['010.1.0.1', '10.1', '-x', 'a b', 'fe80::1%eth0', '']) {
    t.throws(() => new AllowedReceivers([wrong]), { code: 'invalid_configuration' }, wrong)
  }
  const names = certificateNames({ host: '0.0.0.0', publicUrl: 'https://[2001:DB8::1]:8443' }, () => [
    'Machine.local',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    'not a name',
    'machine.local',
  ])
  t.same(names, ['localhost', '127.0.0.1', '::1', '2001:db8::1', 'machine.local', '::ffff:a00:1'])
  t.match(
    certificateNames({ host: '192.0.2.1', publicUrl: 'https://radio.example' }, () => []),
    ['localhost', '127.0.0.1', '::1', '192.0.2.1', 'radio.example'],
  )
})
