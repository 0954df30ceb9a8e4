import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { projectRoot } from '../../helpers/markdown.ts'
import { HeldCompute, startTestServer, validRequest } from '../../helpers/server.ts'

// The Python client against the service: what it answers, how it waits, and what it does where it must not go on.

const run = promisify(execFile)
const hasPython = await run('python3', ['-c', 'import sys, ssl; sys.exit(sys.version_info < (3, 9))']).then(
  () => true,
  () => false,
)
const skip = hasPython ? false : 'needs Python 3.9 or newer (Debian package python3)'

interface Said {
  stdout: string
  code: number
  stderr: string
}

/** Runs lines of Python that have `service` and `request`; what they print, and how they ended. */
async function python(lines: string, env: Record<string, string>): Promise<Said> {
  const script = [
    'import json, sys',
    'from coverage import Coverage, CoverageError, SimulationFailed',
    `request = json.loads('''${JSON.stringify(validRequest)}''')`,
    lines,
  ].join('\n')
  const options = {
    env: {
      ...process.env,
      PYTHONPATH: join(projectRoot, 'server/client'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...env,
    },
  }
  return run('python3', ['-c', script], options).then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: Said) => ({ stdout, stderr, code }),
  )
}

t.test('simulates, waits, writes results, lists and deletes', { skip }, async (t) => {
  const compute = new HeldCompute()
  const server = await startTestServer(t, { compute })
  const { apiKey } = await server.account('enterprise')
  const folder = t.testdir({})
  const ca = join(folder, 'cert.pem')
  await writeFile(ca, server.services.certificate.cert)
  const env = { COVERAGE_URL: server.origin, COVERAGE_KEY: apiKey, COVERAGE_CA: ca, OUT: folder }

  const { stdout, stderr, code } = await python(
    `
import os
service = Coverage()
record = service.simulate(**request)
path = service.result(record["id"], os.path.join(os.environ["OUT"], "out.tif"))
png = service.result(record["id"], kind="png")
world = service.result(record["id"], kind="pgw")
try:
    service.result(record["id"], os.path.join(os.environ["OUT"], "out.jpg"))
except ValueError as error:
    unknown = str(error)
try:
    service.result(record["id"], sensitivity_dbm=-100)
except CoverageError as error:
    viewless = [error.status, error.code]
power = service.simulate(**{**request, "model": "free_space"})
viewed = json.loads(service.result(power["id"], kind="geojson", layer="class", sensitivity_dbm=-100, eirp_dbm=40))["view"]
lat, lon = request["tx_lat"], request["tx_lon"]
point = {"type": "Point", "coordinates": [lon, lat]}
road = {"type": "LineString", "coordinates": [[lon, lat], [lon, lat + 0.01]]}
ring = [[lon - 1, lat - 1], [lon + 1, lat - 1], [lon, lat + 1], [lon - 1, lat - 1]]
table = os.path.join(os.environ["OUT"], "places.csv")
with open(table, "w") as file: file.write(f"lat,lon\\n{lat},{lon}\\n")
places = [
    service.features(power["id"], point, sensitivity_dbm=-100)["summary"]["n"],
    service.features(power["id"], table)["summary"]["n"],
    service.features(power["id"], table, table=True).splitlines()[0],
    service.features(power["id"], road, profile=True)["features"][0]["properties"]["result"]["profile"]["from_m"][0],
    service.features(power["id"], road, table=True).splitlines()[0],
    service.value(power["id"], lat, lon)["distance_km"],
    service.stats(power["id"])["km2"] == service.stats(power["id"], {"type": "Polygon", "coordinates": [ring]})["km2"],
]
area = os.path.join(os.environ["OUT"], "area.geojson")
with open(area, "w") as file: json.dump({"type": "Polygon", "coordinates": [ring]}, file)
within = service.stats(power["id"], area) == service.stats(power["id"], {"type": "Polygon", "coordinates": [ring]})
with open(table, "w") as file: file.write(f"tx_lat,tx_lon,rx_lat,rx_lon\\n{lat},{lon},{lat + 0.1},{lon}\\n")
both = {"transmitters": {"type": "Feature", "properties": {"height": 20}, "geometry": point}, "receivers": point}
links = [
    service.links(table, tx_height=20, frequency=868)["summary"]["n"],
    service.links(table, tx_height=20, frequency=868, table=True)[:14],
    service.links(both, frequency=868)["links"][0]["error"]["code"],
    service.links(**both, frequency=868)["summary"]["n"],
    service.relays({"lat": lat, "lon": lon}, {"lat": lat + 0.1, "lon": lon}, {"type": "Point", "coordinates": [lon + 0.02, lat]}, limit=3, frequency=868, tx_height=9)["candidates"],
    service.relays({"lat": lat, "lon": lon}, {"lat": lat + 0.1, "lon": lon}, area=area, spacing_m=20000, frequency=868, tx_height=9)["candidates"] > 1,
]
for file in (table, area): os.remove(file)
guest = Coverage(key=service.share(power["id"], days=2)["url"].split("#share=")[1])
shared = guest.value(power["id"], lat, lon) == service.value(power["id"], lat, lon)
ground = [service.elevation(lat, lon)["state"], service.elevation(lat, lon, within_m=500)["highest_ground"]]
service.delete(power["id"])
more = [service.simulate(wait=False, **request)["id"] for _ in range(3)]
for one in more: service.wait(one, timeout_s=30)
listed = [one["id"] for one in service.simulations(limit=2)]
service.delete(record["id"])
try:
    service.status(record["id"])
except CoverageError as error:
    gone = [error.status, error.code]
print(json.dumps({
    "status": record["status"], "path": str(path), "png": png[:4].decode("latin1"), "gone": gone,
    "unknown": unknown, "world": len(world.split()),
    "viewless": viewless, "viewed": viewed, "places": places, "links": links, "within": within, "shared": shared, "ground": ground,
    "listed": listed == [*reversed(more), record["id"]], "models": len(service.models()) > 5,
    "estimate": service.estimate(**request)["credits"], "balance": service.credits()["balance"] > 0,
}))
`,
    env,
  )
  t.equal(stderr, '')
  t.equal(code, 0)
  t.match(JSON.parse(stdout), {
    status: 'completed',
    path: join(folder, 'out.tif'),
    png: '\u0089PNG',
    unknown: "Expected a result as tif, qml, png, kmz, geojson, pgw, prj, got 'jpg'",
    world: 6,
    viewless: [400, 'invalid_parameters'],
    viewed: { sensitivity_dbm: -100, eirp_dbm: 40 },
    places: [
      ...[1, 1, 'lat,lon,value,state,distance_m,residual_db', 0],
      ...[/^feature,part,name,from_m,.*,value_mean,value_max,wkt$/, 0, true],
    ],
    links: [1, 'tx_lat,tx_lon,', 'invalid_parameters', 1, 1, true],
    within: true,
    shared: true,
    ground: ['known', { ground_m: Number, is_place: Boolean }],
    listed: true,
    gone: [404, 'simulation_not_found'],
    models: true,
    estimate: 1,
    balance: true,
  })
  t.equal((await readFile(join(folder, 'out.tif'))).toString('latin1', 0, 2), 'II')
  t.same((await readdir(folder)).sort(), ['cert.pem', 'out.tif'], 'nothing else is left')

  await t.test('what is refused, fails or takes too long is said', async (t) => {
    compute.failure = { kind: 'failed', code: 'out_of_memory', detail: 'no room' }
    const failed = await python(
      `
service = Coverage()
try:
    service.simulate(**{**request, "tx_lat": 95})
except CoverageError as error:
    print(error.status, error.code)
try:
    service.simulate(**request)
except SimulationFailed as error:
    print(error.record["status"])
`,
      env,
    )
    t.same(failed.stdout.split('\n'), ['400 invalid_parameters', 'failed', ''], failed.stderr)
    compute.failure = undefined
    compute.held = true
    const late = await python(
      `
try:
    Coverage().simulate(timeout_s=1.5, **request)
except TimeoutError:
    print("late")
`,
      env,
    )
    t.equal(late.stdout, 'late\n', late.stderr)
  })

  await t.test('a batch, of requests or of a table, is started once and waited for', async (t) => {
    compute.release()
    await writeFile(
      join(folder, 'sites.csv'),
      'name,tx_lat,tx_lon,tx_height,frequency,max_range\na,46.5,7.5,20,868,1\nb,46.5,7.5,20,868,1\n',
    )
    const { stdout, stderr } = await python(
      `
import os
service = Coverage()
table = os.path.join(os.environ["OUT"], "sites.csv")
done = service.batch([{**request, "name": "x"}, {**request, "name": "y"}], timeout_s=60)
names = [[one["params"]["name"], one["status"]] for one in done["simulations"]]
first = service.batch(table, wait=False, key="sites")
again = service.batch(table, wait=False, key="sites")
last = service.batch(table, key="sites", timeout_s=60)
try:
    service.batch([request, {**request, "tx_lat": 95}])
except CoverageError as error:
    refused = error.problem["errors"][0]["pointer"]
print(json.dumps([names, done["credits"], first == again, len(last["simulations"]), refused]))
`,
      env,
    )
    t.equal(stderr, '')
    t.same(JSON.parse(stdout), [
      [
        ['x', 'completed'],
        ['y', 'completed'],
      ],
      2,
      true,
      2,
      '#/simulations/1/tx_lat',
    ])
    await rm(join(folder, 'sites.csv'))
  })

  await t.test('a result that is not there leaves an old file alone', async (t) => {
    const old = join(folder, 'out.tif')
    await writeFile(old, 'old')
    const { stdout } = await python(
      `
import os
try:
    Coverage().result("sim_00000000000000000000", os.path.join(os.environ["OUT"], "out.tif"))
except CoverageError as error:
    print(error.status)
`,
      env,
    )
    t.equal(stdout, '404\n')
    t.equal(await readFile(old, 'utf8'), 'old')
    t.same((await readdir(folder)).sort(), ['cert.pem', 'out.tif'])
  })
})

t.test('pauses that an answer requests are bounded', { skip }, async (t) => {
  const { stdout, stderr } = await python(
    `
from coverage import _retry_after_s
for text in ["7", "0", "99999999", "9" * 400, "Fri, 31 Dec 9999 23:59:59 GMT", "soon", "nan", "inf", "-1", "1e9", None]:
    print(_retry_after_s(text))
`,
    {},
  )
  t.equal(stdout, '7.0\n0.2\n3600.0\n3600.0\n3600.0\n5.0\n5.0\n5.0\n5.0\n5.0\n5.0\n', stderr)
})

t.test('a timeout comes when it is due, and what was not answered is asked again', { skip }, async (t) => {
  const server = await startTestServer(t)
  const folder = t.testdir({})
  const { certificate } = server.services
  await writeFile(join(folder, 'cert.pem'), certificate.cert)
  const record = (status: string) => JSON.stringify({ id: 'sim_a', status })
  let answered = 0
  const service = createSecureServer(certificate, (request, response) => {
    answered++
    if (request.url?.endsWith('/credits')) {
      // The first one is never answered.
      if (answered > 1) response.end('{"balance":1}')
    } else if (request.url?.endsWith('/models')) {
      response.writeHead(503, { 'retry-after': '60' }).end('{"code":"overloaded"}')
    } else {
      response.writeHead(200, { 'retry-after': '60' })
      response.end(record(answered < 3 ? 'pending' : 'completed'))
    }
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => service.once('listening', resolve))
  t.teardown(() => {
    service.closeAllConnections()
    service.close()
  })
  const address = service.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const env = {
    COVERAGE_URL: `https://localhost:${port}`,
    COVERAGE_KEY: 'k',
    COVERAGE_CA: join(folder, 'cert.pem'),
  }
  const unanswered = await python(
    `
import coverage
coverage.ANSWER_S = 1
print(Coverage().credits()["balance"])
`,
    env,
  )
  t.match(unanswered, { stdout: '1\n', code: 0 }, unanswered.stderr)
  t.equal(answered, 2)

  answered = 1
  const late = await python(
    `
import time
start = time.monotonic()
record = Coverage().wait("sim_a", timeout_s=0.5)
print(record["status"], time.monotonic() - start >= 0.5)
service = Coverage()
try:
    service._ask("GET", "/models", deadline=time.monotonic() + 5)
except CoverageError as error:
    print(error.code, time.monotonic() - start < 60)
`,
    env,
  )
  t.equal(late.stdout, 'completed True\noverloaded True\n', late.stderr)
})

t.test('a certificate that is not trusted, plain HTTP and a redirect end it', { skip }, async (t) => {
  const server = await startTestServer(t)
  const { apiKey } = await server.account('enterprise')
  const untrusted = await python('Coverage().credits()', {
    COVERAGE_URL: server.origin,
    COVERAGE_KEY: apiKey,
  })
  t.not(untrusted.code, 0)
  t.match(untrusted.stderr, /CERTIFICATE_VERIFY_FAILED/)

  const asked: string[] = []
  const other = createServer((request, response) => {
    asked.push(String(request.headers.authorization))
    response.end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  t.teardown(() => other.close())
  const address = other.address()
  const plain = await python('Coverage().credits()', {
    COVERAGE_URL: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    COVERAGE_KEY: apiKey,
  })
  t.match(plain.stderr, /Expected an address that starts with https/)
  t.same(asked, [], 'the key was not sent')
})
