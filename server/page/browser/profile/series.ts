import type { AlignedData } from 'uplot'
import type { Link } from '../state/path.ts'

/** Distance in km; heights in m above sea level: terrain with earth bulge, ray, Fresnel zone, obstacles. */
export function seriesOf({ profile, blocked_at }: Pick<Link, 'profile' | 'blocked_at'>): AlignedData {
  const { distance_m, ground_m, bulge_m, line_m, fresnel_m } = profile
  const surface = ground_m.map((ground, index) => ground + (bulge_m[index] ?? 0))
  const edge = (sign: number) => line_m.map((line, index) => line + sign * (fresnel_m[index] ?? 0))
  const obstacles: (number | null)[] = distance_m.map(() => null)
  for (const { distance_m: at } of blocked_at) {
    const index = distance_m.reduce(
      (best, x, i) => (Math.abs(x - at) < Math.abs((distance_m[best] ?? 0) - at) ? i : best),
      0,
    )
    obstacles[index] = surface[index] ?? null
  }
  return [distance_m.map((metres) => metres / 1000), surface, ground_m, edge(1), edge(-1), line_m, obstacles]
}
