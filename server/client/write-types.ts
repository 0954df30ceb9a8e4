/**
 * Writes the API types of the client from the OpenAPI document of a service that is opened in a temporary
 * folder and never listens, and the request schemas as JSON and compiled, for a fast start of the command line. Run by
 * `build.js` before the compiler checks types.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { buildApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { makeAjv } from '../http/validation/ajv.ts'
import type { Compute } from '../jobs/protocol.ts'
import { LinkRequest } from '../link/schemas.ts'
import { modelFieldNames } from '../requests/model-parameters.ts'
import { SimulationRequest } from '../requests/simulation.ts'
import { closeServices, openServices } from '../services.ts'

const root = join(import.meta.dirname, '../../..')
/** Target of the import `#openapi` in package.json. */
const typesPath = join(root, 'server/client/openapi.d.ts')
const schemasPath = join(root, 'build/request-schemas.json')
const validatorsPath = join(root, 'build/request-validators.cjs')
/** Modules exported by the package, which need declaration files. */
const clientModules = ['client', 'requests']

/** Stub for the compute process, which is never started. */
const noCompute: Compute = {
  state: 'starting',
  device: undefined,
  start: () => Promise.reject(new Error('There is no device.')),
  run: () => Promise.reject(new Error('There is no device.')),
  stop: async () => {},
}

async function documentOf(dataDir: string): Promise<object> {
  const config = readConfig({ DATA_DIR: dataDir, TERRAIN_DIR: dataDir, LOG_LEVEL: 'error' })
  const services = await openServices(config, { compute: noCompute })
  try {
    const app = await buildApp(services)
    await app.ready()
    return app.openApi()
  } finally {
    await closeServices(services)
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'coverage-types-'))
try {
  const document = await documentOf(dataDir)
  const schemas = { simulation: SimulationRequest, link: LinkRequest, modelFields: modelFieldNames }
  const ajv = makeAjv({ code: { source: true } })
  for (const request of ['simulation', 'link'] as const) ajv.addSchema(schemas[request], request)
  await writeFile(validatorsPath, standalone.default(ajv, { simulation: 'simulation', link: 'link' }))
  await writeFile(schemasPath, JSON.stringify(schemas))
  // Request fields with a default value stay optional in the types.
  const nodes = await openapiTypes(JSON.stringify(document), { defaultNonNullable: false })
  const types = astToString(nodes)
  if (types !== (await readFile(typesPath, 'utf8'))) await writeFile(typesPath, types)
  for (const name of clientModules) {
    const path = join(root, `server/client/${name}.ts`)
    const source = await readFile(path, 'utf8')
    const { outputText } = ts.transpileDeclaration(source, { fileName: path, compilerOptions: {} })
    await writeFile(join(root, `build/server/client/${name}.d.ts`), outputText.replaceAll(".ts'", ".js'"))
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
