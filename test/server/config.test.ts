import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import t from 'tap'
import { ConfigError, readAdminConfig, readConfig } from '../../server/config/config.ts'
import { defaultPlans } from '../../server/config/limits.ts'
import { isLoopback } from '../../server/config/loopback.ts'
import { readNodeConfig } from '../../server/config/node.ts'

function problemsOf(
  env: Record<string, string>,
  read: (env: Record<string, string>) => unknown = readConfig,
): string {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

t.test('every variable has a default', async (t) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  t.same(readConfig({}), {
    version,
    host: '127.0.0.1',
    port: 8443,
    publicUrl: 'https://localhost:8443',
    dataDir: resolve('data'),
    recordsDir: resolve('data/records'),
    store: { kind: 'folder', folder: resolve('data') },
    workDir: resolve('data/work'),
    runtimeDir: null,
    terrainDirs: [resolve('terrain')],
    terrainUrl: '',
    terrainCacheDir: resolve('data/terrain-cache'),
    reliefDir: resolve('data/terrain-tiles'),
    layers: [],
    weights: [],
    tls: null,
    trustedProxies: [],
    maxConnections: 2000,
    maxConnectionsPerAddress: 256,
    kernelBackend: 'auto',
    computeMemoryBytes: readConfig({}).computeMemoryBytes,
    maxPosts: 1_000_000_000,
    queue: null,
    maximumWaitS: 86_400,
    payments: 'sandbox',
    stripe: null,
    packPrices: { '100': '5.00', '500': '20.00', '1000': '35.00', '5000': '150.00' },
    currency: 'EUR',
    plans: defaultPlans,
    corsOrigins: '*',
    webhookAllow: [],
    resultDays: 30,
    probes: null,
    basemap: null,
    basemapFile: null,
    places: [],
    metricsToken: null,
    logLevel: 'info',
  })
  const { computeMemoryBytes } = readConfig({})
  t.ok(computeMemoryBytes > 2 ** 28 && computeMemoryBytes <= totalmem() / 2, `${computeMemoryBytes}`)
  t.same(readConfig({ PORT: '', TERRAIN_URL: '', RESULT_DAYS: '' }), readConfig({}), 'empty is unset')
})

t.test('variables set their values', async (t) => {
  const folder = t.testdir({ a: {}, b: {}, 'cert.pem': 'x', 'key.pem': 'y' })
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '443',
    DATA_DIR: join(folder, 'data'),
    TERRAIN_DIR: [join(folder, 'a'), join(folder, 'b')].join(delimiter),
    TLS_CERT: join(folder, 'cert.pem'),
    TLS_KEY: join(folder, 'key.pem'),
    KERNEL_BACKEND: 'webasm',
    COMPUTE_MEMORY: '3GiB',
    MAX_POSTS: '20000000',
    PACK_PRICES: '500=18.50, 100=4.00',
    CURRENCY: 'chf',
    CORS_ORIGINS: 'https://map.example,http://localhost:3000',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    RESULT_DAYS: '0',
    METRICS_TOKEN: '0123456789abcdef',
    PROBE_PORT: '9100',
    PROBE_HOST: '::',
    LOG_LEVEL: 'warn',
    TERRAIN_URL: ' glo30 https://tiles.example/{lat}/{lat}{lon}.hgt.gz',
  })
  t.match(config, {
    publicUrl: 'https://localhost',
    dataDir: join(folder, 'data'),
    terrainDirs: [join(folder, 'a'), join(folder, 'b')],
    tls: { certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') },
    kernelBackend: 'webasm',
    computeMemoryBytes: 3 * 2 ** 30,
    maxPosts: 20_000_000,
    terrainUrl: 'glo30 https://tiles.example/{lat}/{lat}{lon}.hgt.gz',
    terrainCacheDir: join(folder, 'data/terrain-cache'),
    reliefDir: join(folder, 'data/terrain-tiles'),
    payments: 'off',
    packPrices: { '100': '4.00', '500': '18.50', '1000': '35.00' },
    currency: 'CHF',
    corsOrigins: ['https://map.example', 'http://localhost:3000'],
    trustedProxies: ['10.0.0.0/8', '::1'],
    resultDays: 0,
    metricsToken: '0123456789abcdef',
    probes: { host: '::', port: 9100 },
    logLevel: 'warn',
  })
  t.same(readConfig({ PROBE_PORT: '0', PORT: '0' }).probes, { host: '127.0.0.1', port: 0 })
  t.equal(readConfig({ PUBLIC_URL: 'https://coverage.example/' }).publicUrl, 'https://coverage.example')
  t.equal(readConfig({ HOST: '::1', PAYMENTS: 'sandbox' }).payments, 'sandbox')
  t.equal(readConfig({ PAYMENTS: 'off' }).payments, 'off')
  t.equal(
    readConfig({ TRUST_PROXY: '127.0.0.1' }).payments,
    'off',
    'whoever comes through a proxy is not local',
  )
})

t.test('results are stored in a folder that is there, or in a bucket', async (t) => {
  const folder = t.testdir({ shared: {}, file: '' })
  t.same(readConfig({ RASTER_STORE: join(folder, 'shared') }).store, {
    kind: 'folder',
    folder: join(folder, 'shared'),
  })
  t.same(readConfig({ RASTER_STORE: 's3://results' }).store, { kind: 's3', bucket: 'results', prefix: '' })
  const env = { RASTER_STORE: 's3://results/a/b.c/', S3_ENDPOINT: 'https://minio.example:9000/' }
  t.same(readConfig(env).store, {
    kind: 's3',
    bucket: 'results',
    prefix: 'a/b.c/',
    endpoint: 'https://minio.example:9000',
  })
  const below = { ...env, S3_ENDPOINT: 'https://x.example/storage/v1/s3' }
  t.match(readConfig(below).store, { endpoint: 'https://x.example/storage/v1/s3' })
  for (const wrong of [
    join(folder, 'no'),
    join(folder, 'file'),
    's3://',
    's3://A',
    's3://results/a//b',
    'http://x',
  ]) {
    t.match(problemsOf({ RASTER_STORE: wrong }), /RASTER_STORE=".*" must be an? (existing )?folder/, wrong)
  }
  for (const wrong of ['minio.example', 'ftp://x', 'https://key:secret@x', 'https://x?a=1']) {
    t.match(problemsOf({ ...env, S3_ENDPOINT: wrong }), /S3_ENDPOINT=.* must be an address/, wrong)
  }
  t.match(problemsOf({ S3_ENDPOINT: 'https://x' }), /S3_ENDPOINT=.* needs RASTER_STORE/)
})

t.test('what the system refuses is reported with its variable', (t) => {
  const loop = join(t.testdir({ loop: t.fixture('symlink', 'loop') }), 'loop')
  t.match(problemsOf({ TERRAIN_DIR: loop }), /TERRAIN_DIR="[^"]+" can't be used: ELOOP/)
  t.end()
})

t.test('all wrong variables are reported at once, with the value and what is allowed', async (t) => {
  const message = problemsOf({
    PORT: '70000',
    KERNEL_BACKEND: 'cuda',
    COMPUTE_MEMORY: '100MiB',
    LOG_LEVEL: 'loud',
    TLS_CERT: '/nowhere/cert.pem',
    TERRAIN_DIR: '/nowhere',
    STRIPE_SECRET_KEY: 'pk_live_1234',
  })
  t.match(message, 'PORT="70000" must be a whole number from 0 to 65535')
  t.match(message, 'KERNEL_BACKEND="cuda" must be one of auto, webgpu, webasm, cpu')
  t.match(
    message,
    /COMPUTE_MEMORY="100MiB" must be a number of MiB or GiB, such as 4GiB, and at least 256MiB/,
  )
  t.match(message, 'LOG_LEVEL="loud" must be one of')
  t.match(message, 'TLS_CERT="/nowhere/cert.pem" must be a PEM file')
  t.match(message, 'TLS_CERT="/nowhere/cert.pem" needs TLS_KEY')
  t.match(message, 'TERRAIN_DIR="/nowhere" must be existing folders')
  t.match(message, 'STRIPE_SECRET_KEY=(secret) must be a value issued by Stripe, beginning with sk_ or rk_')
  t.match(message, 'STRIPE_SECRET_KEY=(secret) needs STRIPE_WEBHOOK_SECRET')
  t.notMatch(message, 'live_1234')
})

t.test('every wrong value is refused', async (t) => {
  for (const [name, value] of [
    ['HOST', 'no host'],
    ['HOST', '300.1.1.1'],
    ['PORT', '-1'],
    ['PORT', '8443x'],
    ['PUBLIC_URL', 'http://coverage.example'],
    ['PUBLIC_URL', 'https://coverage.example/path'],
    ['PUBLIC_URL', 'coverage.example'],
    ['DATA_DIR', 'package.json'],
    ['PACK_PRICES', '200=5.00'],
    ['PACK_PRICES', '100=5'],
    ['PACK_PRICES', '100=0.00'],
    ['PAYMENTS', 'stripe'],
    ['PAYMENTS', 'cash'],
    ['CURRENCY', 'JPY'],
    ['CURRENCY', 'XYZ1'],
    ['CORS_ORIGINS', 'https://map.example/'],
    ['CORS_ORIGINS', 'map.example'],
    ['TRUST_PROXY', 'localhost'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TERRAIN_URL', 'http://tiles.example/{lat}{lon}.tif'],
    ['STRIPE_WEBHOOK_SECRET', 'x'],
    ['STRIPE_API_BASE', 'x'],
    ['STRIPE_API_BASE', 'http://api.stripe.com'],
    ['STRIPE_API_BASE', 'https://api.stripe.com/v1'],
    ['RESULT_DAYS', '-1'],
    ['RESULT_DAYS', '1.5'],
    ['METRICS_TOKEN', 'short'],
    ['MAX_POSTS', '999999'],
    ['MAX_POSTS', '4000000001'],
    ['MAX_CONNECTIONS', '0'],
    ['MAX_CONNECTIONS', '1000000'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '1.5'],
    ['PROBE_PORT', '65536'],
    ['PROBE_PORT', '8443'],
    ['PROBE_HOST', '127.0.0.1'],
    ['PROBE_HOST', 'no host'],
    ['BASEMAP', 'package.json'],
    ['BASEMAP', 'nowhere.pmtiles'],
    ['BASEMAP_STYLE', 'http://tiles.example/style.json'],
    ['BASEMAP_STYLE', 'style.json'],
    ['BASEMAP_STYLE', 'https://me:secret@tiles.example/style.json'],
    ['BASEMAP_STYLE', 'https://tiles.example;script-src/style.json'],
    ['BASEMAP_ORIGINS', 'https://tiles.example'],
    ['PLACES', '/nowhere/places.geojson'],
    ['PLACES', 'package.json'],
    ['PLACES', 'README.md'],
    ['PORT', '65536'],
    ['RESULT_DAYS', '100000'],
    ['MAX_WAIT', '0'],
    ['MAX_WAIT', '2678401'],
    ['METRICS_TOKEN', 'of-fifteen-byte'],
    ['METRICS_TOKEN', 'seventeen bytes, 1'],
    ['PUBLIC_URL', 'https://coverage.example/#a'],
    ['PUBLIC_URL', 'https://coverage.example/?a'],
    ['PUBLIC_URL', 'https://me@coverage.example'],
    ['COMPUTE_MEMORY', '255MiB'],
    ['COMPUTE_MEMORY', '9999999GiB'],
  ] as const) {
    t.match(problemsOf({ [name]: value }), `${name}=`, `${name}=${value}`)
  }
  t.notMatch(problemsOf({ METRICS_TOKEN: 'hush' }), 'hush')
  const url = 'https://me:hush"y z/t@x'
  const templates = {
    TERRAIN_URL: url,
    PUBLIC_URL: url,
    CORS_ORIGINS: `https://a,${url}`,
    BASEMAP_STYLE: url,
  }
  const found = problemsOf({ ...templates, RASTER_STORE: 's3://bucket', S3_ENDPOINT: url })
  t.equal(found.match(/="https:\/\/\(secret\)@x" /g)?.length, 5, found)
  t.notMatch(found, /me:|hush|z\/t/)
  t.notMatch(problemsOf({ PORT: 'x', PROBE_PORT: '8443' }), 'PROBE_PORT', 'not compared with a wrong one')
  const largest = {
    PORT: '65535',
    RESULT_DAYS: '99999',
    MAX_WAIT: '2678400',
    MAX_POSTS: '4000000000',
    MAX_CONNECTIONS: '999999',
    METRICS_TOKEN: 'of-sixteen-bytes',
    COMPUTE_MEMORY: '256MiB',
    PLAN_PRO:
      'requests=1000000,concurrent=1000,cells=1000000000000,credits=1000000000000,storage_gib=1000000',
  }
  t.match(readConfig(largest), {
    port: 65_535,
    resultDays: 99_999,
    maximumWaitS: 31 * 86_400,
    maxPosts: 4e9,
    maxConnections: 999_999,
    metricsToken: 'of-sixteen-bytes',
    computeMemoryBytes: 2 ** 28,
    plans: { pro: { requestsPerMinute: 1e6, concurrent: 1000, maxCells: 1e12, creditsPerMonth: 1e12 } },
  })
  t.match(readConfig({ MAX_WAIT: '1', MAX_POSTS: '1000000' }), { maximumWaitS: 1, maxPosts: 1e6 })
  t.ok(isLoopback('127.8.9.1') && isLoopback('localhost') && !isLoopback('127.example'))
})

t.test(
  'a queue has an address and a secret; a compute node needs more, and says what is missing',
  async (t) => {
    const folder = t.testdir({ store: {} })
    const queue = { QUEUE_URL: 'rediss://user:hush@queue.example:6380', QUEUE_SECRET: 's'.repeat(32) }
    t.same(readConfig(queue).queue, { url: queue.QUEUE_URL, secret: queue.QUEUE_SECRET })
    for (const [more, says] of [
      [
        { QUEUE_SECRET: 's'.repeat(31) },
        'QUEUE_SECRET=(secret) must be at least 32 visible ASCII characters',
      ],
      [{ QUEUE_SECRET: '' }, 'QUEUE_URL=(secret) needs QUEUE_SECRET'],
      [{ QUEUE_URL: '' }, 'QUEUE_SECRET=(secret) needs QUEUE_URL'],
      [
        { QUEUE_URL: 'https://user:hush@queue.example' },
        'QUEUE_URL=(secret) must be an address such as redis:',
      ],
      [{ QUEUE_URL: 'redis://queue.example?family=6' }, 'QUEUE_URL=(secret) must be an address'],
      [{ QUEUE_URL: 'redis:///hush' }, 'QUEUE_URL=(secret) must be an address'],
    ] as const) {
      const found = problemsOf({ ...queue, ...more })
      t.ok(found.includes(says), found)
      t.notMatch(found, 'hush')
    }

    const node = {
      ...queue,
      API_URL: 'https://coverage.example:8443/',
      NODE_TOKEN: `rcnode_${'a'.repeat(12)}_${'b'.repeat(40)}`,
      RASTER_STORE: join(folder, 'store'),
      DATA_DIR: join(folder, 'data'),
    }
    t.match(readNodeConfig({ ...node, NODE_NAME: 'n'.repeat(63) }), {
      name: 'n'.repeat(63),
      queue: { url: queue.QUEUE_URL },
      api: { url: 'https://coverage.example:8443', token: node.NODE_TOKEN },
      store: { kind: 'folder', folder: join(folder, 'store') },
      lockPath: join(folder, 'data/node/lock'),
      workDir: join(folder, 'data/node/work'),
      groundDir: join(folder, 'data/node/terrain'),
      terrainCacheDir: join(folder, 'data/terrain-cache'),
      terrainCacheBytes: 20 * 2 ** 30,
      maxPosts: 1_000_000_000,
      kernelBackend: 'auto',
    })
    t.equal(readNodeConfig({ ...node, TERRAIN_CACHE: '1GiB' }).terrainCacheBytes, 2 ** 30)
    for (const name of ['QUEUE_URL', 'QUEUE_SECRET', 'API_URL', 'NODE_TOKEN', 'RASTER_STORE'])
      t.ok(problemsOf({ ...node, [name]: '' }, readNodeConfig).includes(`${name} is required`), name)
    for (const [name, value] of [
      ['TERRAIN_CACHE', '0GiB'],
      ['TERRAIN_CACHE', '512MiB'],
      ['NODE_NAME', 'n'.repeat(64)],
      ['NODE_NAME', 'a b'],
      ['API_URL', 'http://coverage.example'],
      ['NODE_TOKEN', 'rcnode_x'],
    ] as const) {
      const shown = name === 'NODE_TOKEN' ? '(secret)' : JSON.stringify(value)
      t.ok(problemsOf({ ...node, [name]: value }, readNodeConfig).includes(`${name}=${shown} must be`), value)
    }
  },
)

t.test('a basemap is let in by origins alone', async (t) => {
  const BASEMAP_STYLE = 'https://tiles.example/a/style.json?key=1'
  t.same(readConfig({ BASEMAP_STYLE }).basemap, { style: BASEMAP_STYLE, origins: ['https://tiles.example'] })
  const BASEMAP_ORIGINS = 'https://glyphs.example:8443, https://tiles.example\nhttps://a-1.example'
  t.same(readConfig({ BASEMAP_STYLE, BASEMAP_ORIGINS }).basemap?.origins, [
    'https://tiles.example',
    'https://glyphs.example:8443',
    'https://a-1.example',
  ])
  for (const origin of [
    '*',
    'https:',
    'http://a.example',
    'https://a.example/',
    "https://a.example 'unsafe-eval'",
    'https://a;b',
  ]) {
    t.match(problemsOf({ BASEMAP_STYLE, BASEMAP_ORIGINS: origin }), 'BASEMAP_ORIGINS=', origin)
  }

  const archive = (change: (header: Buffer) => void, bytes = 127) => {
    const header = Buffer.alloc(bytes)
    header.write('PMTiles')
    header[7] = 3
    if (bytes > 99) header.set([2, 1], 98)
    change(header)
    return header
  }
  const archives = {
    packed: archive(() => {}),
    plain: archive((header) => header.writeUInt8(1, 98)),
    'must be a PMTiles file of version 3': archive((header) => header.writeUInt8(2, 7)),
    'must be a PMTiles file of vector tiles': archive((header) => header.writeUInt8(2, 99)),
    'with tiles uncompressed or compressed with gzip': archive((header) => header.writeUInt8(3, 98)),
    'of version 3': archive(() => {}, 126),
  }
  const folder = t.testdir(
    Object.fromEntries(Object.values(archives).map((bytes, index) => [`${index}.pmtiles`, bytes])),
  )
  for (const [index, says] of Object.keys(archives).entries()) {
    const BASEMAP = join(folder, `${index}.pmtiles`)
    if (index < 2) t.equal(readConfig({ BASEMAP }).basemapFile, BASEMAP, says)
    else t.ok(problemsOf({ BASEMAP }).includes(says), says)
    if (index === 0) t.match(problemsOf({ BASEMAP, BASEMAP_STYLE }), 'excludes BASEMAP_STYLE')
  }
})

t.test('places are points with names; what is none is named', async (t) => {
  const feature = (name: unknown, coordinates: unknown, type = 'Point') => ({
    type: 'Feature',
    properties: { name },
    geometry: { type, coordinates },
  })
  const good = feature(' Hörnli <b>', [8.94, 47.37, 1133])
  const refused = {
    'feature 2 must have a property name': [good, feature(7, [8, 47])],
    'feature 1 must have a name of at most 100': [feature('x'.repeat(101), [8, 47])],
    'without control characters': [feature('two\nlines', [8, 47])],
    'feature 1 ("Pole") must be a Point': [feature('Pole', [47, 91])],
    'feature 3 ("Line") must be a Point': [
      good,
      good,
      feature(
        'Line',
        [
          [8, 47],
          [9, 47],
        ],
        'LineString',
      ),
    ],
    'feature 1 must be of type Feature': [null],
    'feature 1 ("West") must be a Point': [feature('West', [-180.1, 47])],
    'at most 5000 features': Array(5001).fill(good),
  }
  const few = {
    type: 'Feature',
    properties: { name: 'x'.repeat(100) },
    geometry: { type: 'Point', coordinates: [180, -90] },
  }
  const allowed = JSON.stringify({ type: 'FeatureCollection', features: Array(5000).fill(few) })
  const texts = Object.values(refused).map((features) =>
    JSON.stringify({ type: 'FeatureCollection', features }),
  )
  const names = texts.map((_, index) => `${index}.geojson`)
  const folder = t.testdir({
    ...Object.fromEntries(texts.map((text, index) => [names[index], text])),
    'good.geojson': `\uFEFF${JSON.stringify({ type: 'FeatureCollection', features: [good] })}`,
    'large.geojson': ' '.repeat(2 ** 20 + 1),
    'most.geojson': allowed,
    'full.geojson': '{"type":"FeatureCollection","features":[]}'.padEnd(2 ** 20),
  })
  t.match(readConfig({ PLACES: join(folder, 'most.geojson') }).places, { 4999: { latDeg: -90, lonDeg: 180 } })
  t.same(readConfig({ PLACES: join(folder, 'full.geojson') }).places, [])
  t.same(readConfig({ PLACES: join(folder, 'good.geojson') }).places, [
    { name: 'Hörnli <b>', latDeg: 47.37, lonDeg: 8.94 },
  ])
  for (const [index, why] of Object.keys(refused).entries()) {
    const message = problemsOf({ PLACES: join(folder, names[index] ?? '') })
    t.ok(message.includes(why), `${why}: ${message}`)
  }
  t.match(problemsOf({ PLACES: join(folder, 'large.geojson') }), /at most 1048576 bytes/)
})

t.test(
  'the sandbox is allowed only while HOST and PUBLIC_URL are loopback and no proxy is trusted',
  async (t) => {
    const hosts = {
      loopback: ['', '127.0.0.1', '127.1.2.3', '::1', 'localhost'],
      other: ['0.0.0.0', '::', '10.0.0.1'],
    }
    const urls = {
      loopback: [
        '',
        'https://localhost:8443',
        'https://127.0.0.1',
        'https://127.1:8443',
        'https://[::1]:8443',
      ],
      other: [
        'https://coverage.example',
        'https://localhost.example',
        'https://10.0.0.1:8443',
        'https://[::2]',
      ],
    }
    const proxies = { loopback: [''], other: ['127.0.0.1', '10.0.0.0/8'] }
    for (const [hostKind, someHosts] of Object.entries(hosts)) {
      for (const [urlKind, someUrls] of Object.entries(urls)) {
        for (const [proxyKind, someProxies] of Object.entries(proxies)) {
          const isPrivate = [hostKind, urlKind, proxyKind].every((kind) => kind === 'loopback')
          for (const HOST of someHosts) {
            for (const PUBLIC_URL of someUrls) {
              for (const TRUST_PROXY of someProxies) {
                const env = { HOST, PUBLIC_URL, TRUST_PROXY }
                t.equal(readConfig(env).payments, isPrivate ? 'sandbox' : 'off', JSON.stringify(env))
                const said = { ...env, PAYMENTS: 'sandbox' }
                if (isPrivate) t.equal(readConfig(said).payments, 'sandbox')
                else t.match(problemsOf(said), 'PAYMENTS="sandbox" must be "stripe" or "off"')
                t.equal(readConfig({ ...env, PAYMENTS: 'off' }).payments, 'off')
              }
            }
          }
        }
      }
    }
  },
)

t.test('Stripe is used where both its secrets are set', async (t) => {
  const STRIPE_SECRET_KEY = 'sk_test_1234'
  const STRIPE_WEBHOOK_SECRET = 'whsec_1234'
  const keys = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }
  t.match(readConfig(keys), {
    payments: 'stripe',
    stripe: { secretKey: 'sk_test_1234', webhookSecret: 'whsec_1234', apiBase: 'https://api.stripe.com' },
  })
  t.equal(readConfig({ ...keys, HOST: '0.0.0.0' }).payments, 'stripe')
  t.equal(readConfig({ ...keys, PAYMENTS: 'stripe' }).payments, 'stripe')
  t.equal(readConfig({ ...keys, PAYMENTS: 'sandbox' }).payments, 'sandbox', 'what is said stands')
  t.equal(readConfig({ ...keys, PAYMENTS: 'off' }).payments, 'off')
  for (const base of ['http://127.0.0.1:12111', 'http://[::1]:12111', 'https://stripe.example']) {
    t.equal(readConfig({ ...keys, STRIPE_API_BASE: `${base}/` }).stripe?.apiBase, base)
  }

  t.match(problemsOf({ STRIPE_SECRET_KEY }), 'STRIPE_SECRET_KEY=(secret) needs STRIPE_WEBHOOK_SECRET')
  t.match(problemsOf({ STRIPE_WEBHOOK_SECRET }), 'STRIPE_WEBHOOK_SECRET=(secret) needs STRIPE_SECRET_KEY')
  t.match(problemsOf({ PAYMENTS: 'stripe' }), 'PAYMENTS="stripe" needs STRIPE_SECRET_KEY')
  const swapped = { STRIPE_SECRET_KEY: STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_SECRET: STRIPE_SECRET_KEY }
  t.notMatch(problemsOf(swapped), '1234')
})

t.test('the administration reads only the data folder', async (t) => {
  t.equal(readAdminConfig({ PORT: 'x', DATA_DIR: '/tmp' }).recordsDir, '/tmp/records')
})

t.test('limits of the plans: any subset of the keys, the others keep their defaults', async (t) => {
  t.same(readConfig({ PLAN_PRO: 'concurrent=8, storage_gib=50', PLAN_ENTERPRISE: 'credits=0' }).plans, {
    ...defaultPlans,
    pro: { ...defaultPlans.pro, concurrent: 8, storedBytes: 50 * 2 ** 30 },
    enterprise: { ...defaultPlans.enterprise, creditsPerMonth: 0 },
  })
  const all = 'requests=60,concurrent=3,cells=100000000,credits=5000,storage_gib=20'
  t.same(readConfig({ PLAN_PRO: all }).plans, defaultPlans, 'the defaults, said aloud')
  t.equal(readAdminConfig({ PLAN_PRO: 'credits=7' }).plans.pro.creditsPerMonth, 7)
  for (const [value, why] of [
    ['requests', /must be keys with whole numbers such as requests=60,.* got "requests"/],
    ['requests=1.5', /got "requests=1.5"/],
    ['requests=60,', /got ""/],
    ['toString=1', /toString=1/],
    ['posts=5', /has the unknown key posts; allowed: requests, concurrent, cells, credits, storage_gib/],
    ['constructor=5', /has the unknown key constructor/],
    ['cells=5,cells=6', /has the key cells twice/],
    ['credits=0,credits=6', /has the key credits twice/],
    ['requests=0', /between 1 and 1000000\b/],
    ['requests=1000001', /between 1 and 1000000\b/],
    ['cells=1000000000001', /between 1 and 1000000000000\b/],
    ['credits=1000000000001', /between 0 and 1000000000000\b/],
    ['storage_gib=0', /between 1 and 1000000\b/],
    ['concurrent=1001', /between 1 and 1000\b/],
    ['concurrent=0', /has concurrent=0; it must be between 1 and 1000/],
    ['storage_gib=1000001', /must be between 1 and 1000000/],
  ] as const) {
    for (const name of ['PLAN_PRO', 'PLAN_ENTERPRISE']) {
      t.match(problemsOf({ [name]: value }), why, value)
      t.match(problemsOf({ [name]: value }), `${name}=${JSON.stringify(value)} `)
    }
  }
})
