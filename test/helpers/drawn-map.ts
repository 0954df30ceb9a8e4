import type { Test } from 'tap'
import { screenOf, settled, type WatchedPage } from './browser.ts'
import type { Client } from './client.ts'

// What the map of the page shows, read from its pixels.

interface Entry {
  color: string
  label: string
}
interface Preview {
  legend: { entries: Entry[] }
}
/** A pixel, and the class whose colour it and those around it have. */
export interface Drawn {
  x: number
  y: number
  label: string
}

/** Of the result whose details are open. */
export async function resultId({ page }: WatchedPage): Promise<string> {
  return (await page.locator('.result').getAttribute('data-id')) ?? ''
}

export async function mapBox({ page }: WatchedPage) {
  const box = await page.locator('.map-canvas').boundingBox()
  return { left: box?.x ?? 0, top: box?.y ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 }
}

/** Where the page says that a pixel lies. */
export async function positionAt({ page }: WatchedPage, { x, y }: { x: number; y: number }) {
  // A pointer that is there already moves, too.
  await page.mouse.move(x - 1, y)
  await page.mouse.move(x, y)
  const text = await page.locator('[data-is=position]').innerText()
  const [lat = 0, lon = 0] = text.split(', ').map(Number)
  return { lat, lon }
}

/**
 * Ten places of the open result, five of each of two classes, or one of each of ten: the colour that the map draws there is
 * the class that the raster has there. All places where a colour is seen.
 */
export async function sameAsRaster(
  t: Test,
  watched: WatchedPage,
  client: Client,
  labels?: readonly string[],
): Promise<Drawn[]> {
  const id = await resultId(watched)
  const { legend } = (await client.get(`/results/${id}/preview`)).json<Preview>()
  const drawn = await drawnPlaces(watched, legend.entries)
  const chosen = labels?.flatMap((label) =>
    spread(
      drawn.filter((place) => place.label === label),
      5,
    ),
  )
  const some =
    chosen ??
    spread(
      drawn.toSorted((a, b) => a.label.localeCompare(b.label)),
      10,
    )
  t.equal(some.length, 10, 'ten places')
  for (const label of labels ?? []) t.equal(some.filter((place) => place.label === label).length, 5, label)
  for (const place of some) {
    const { lat, lon } = await positionAt(watched, place)
    const there = (await client.get(`/results/${id}/value?lat=${lat}&lon=${lon}`)).json<{ label: string }>()
    t.equal(there.label, place.label, `${lat}, ${lon}`)
  }
  return drawn
}

/** Compares the map with itself without the result: what lies between is the colour of a class, or none. */
async function drawnPlaces(watched: WatchedPage, entries: readonly Entry[]): Promise<Drawn[]> {
  const { page } = watched
  await page.mouse.move(1, 1)
  const colored = await screenOf(page)
  await page.getByLabel('Opacity').fill('0')
  await settled(page)
  const bare = await screenOf(page)
  await page.getByLabel('Opacity').fill('1')

  const labelAt = (x: number, y: number) => {
    const [seen, ground] = [colored.at(x, y), bare.at(x, y)]
    return entries.find(({ color }) => {
      const [red = 0, green = 0, blue = 0, alpha = 0] = Buffer.from(color.slice(1), 'hex')
      const blended = [red, green, blue].map(
        (channel, index) => (ground[index] ?? 0) + ((channel - (ground[index] ?? 0)) * alpha) / 255,
      )
      return alpha > 0 && blended.every((channel, index) => Math.abs(channel - (seen[index] ?? 0)) <= 3)
    })?.label
  }
  const { left, top, width, height } = await mapBox(watched)
  const places: Drawn[] = []
  for (let y = top + 10; y < top + height - 10; y += 10) {
    for (let x = left + 10; x < left + width - 10; x += 10) {
      const label = labelAt(x, y)
      const around = [-4, 0, 4].flatMap((dy) => [-4, 0, 4].map((dx) => labelAt(x + dx, y + dy)))
      if (label !== undefined && around.every((other) => other === label)) places.push({ x, y, label })
    }
  }
  return places
}

/** Labels of the classes whose colours the map shows, most frequent first. */
export async function drawnLabels(watched: WatchedPage, client: Client): Promise<string[]> {
  const { legend } = (await client.get(`/results/${await resultId(watched)}/preview`)).json<Preview>()
  const counts = new Map<string, number>()
  for (const { label } of await drawnPlaces(watched, legend.entries)) {
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
}

/** So many of them, from the first to the last. */
export function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length < count) return [...all]
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * (all.length - 1)) / (count - 1))] as T)
}

/** Goes on by the tabulator key to what begins with this text. */
export async function focus({ page }: WatchedPage, text: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab')
    const focused = String(await page.evaluate('document.activeElement.innerText ?? ""'))
    if (focused.startsWith(text)) return
  }
  throw new Error(`No ${text} is reached by keyboard.`)
}
