import { signal } from '@preact/signals'
import { type components, dataOf } from '../../../client/requests.ts'
import { client, token, whenHolderChanges } from '../service/session.ts'

export type Antenna = components['schemas']['AntennaSummary']
export type AntennaRecord = components['schemas']['AntennaRecord']

/** Antenna patterns of the account, newest first; `undefined` until read. */
export const antennas = signal<Antenna[] | undefined>(undefined)

export async function listAntennas(): Promise<void> {
  const before = token.value
  const listed = dataOf(await client.value.GET('/api/v1/antennas')).antennas
  if (token.value === before) antennas.value = listed.toReversed()
}

export async function readAntenna(antenna_id: string): Promise<AntennaRecord> {
  const params = { path: { antenna_id } }
  return dataOf(await client.value.GET('/api/v1/antennas/{antenna_id}', { params }))
}

/** Uploads a pattern file; without `name`, the name in the file is used. */
export async function uploadAntenna(file: Blob, name: string): Promise<Antenna> {
  const answer = await client.value.POST('/api/v1/antennas', {
    params: { query: name === '' ? {} : { name } },
    // Sent as bytes, because files may have another encoding than UTF-8.
    body: file as unknown as string,
    bodySerializer: (bytes) => bytes,
    headers: { 'content-type': 'text/plain' },
  })
  const antenna = dataOf(answer)
  await listAntennas()
  return antenna
}

export async function removeAntenna(antenna_id: string): Promise<void> {
  const params = { path: { antenna_id } }
  const answer = await client.value.DELETE('/api/v1/antennas/{antenna_id}', { params })
  if (answer.response.status !== 404) dataOf(answer)
  antennas.value = antennas.value?.filter(({ id }) => id !== antenna_id)
}

whenHolderChanges(() => {
  antennas.value = undefined
})
