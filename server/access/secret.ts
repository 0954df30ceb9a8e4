import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fp from 'fastify-plugin'
import { onlyPartPath, writeAtomically } from '../../storage/files/atomic-file.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Key that signs URLs and cursors. */
    secret: Buffer
  }
}

export default fp(
  async (app) => {
    app.decorate('secret', await openSecret(app.services.config.dataDir))
  },
  { name: 'secret', dependencies: ['services'] },
)

/** Reads the signing key, created once so that signatures stay valid after a restart. */
async function openSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'signing.key')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(path)) {
    await writeAtomically(path, (file) => file.writeFile(randomBytes(32)), {
      mode: 0o600,
      // A fixed temporary path is safe, because this server has locked the data folder.
      temporaryPath: onlyPartPath(path),
    })
  }
  const secret = await readFile(path)
  if (secret.length !== 32) throw new Error(`Expected 32 bytes in ${path}, found ${secret.length}.`)
  // The option `mode` above applies only to a new file, so the mode of an existing file is set here.
  await chmod(path, 0o600)
  return secret
}
