import { type Map as LibraryMap, NavigationControl } from 'maplibre-gl'

const TILT_DEG = 60
const MAXIMUM_TILT_DEG = 75
/** Vertical exaggeration at which relief looks as steep as to a person in the landscape. */
const EXAGGERATION = 1.5

/** Switches 3D terrain on and off; when off, the map looks straight down with north up. */
export class Relief3d {
  readonly #map: LibraryMap
  readonly #compass = new NavigationControl({ showZoom: false, showCompass: true, visualizePitch: true })
  #isOn = false

  constructor(map: LibraryMap) {
    this.#map = map
    this.#allowTurning(false)
  }

  set(isOn: boolean): void {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    const map = this.#map
    this.#allowTurning(isOn)
    if (isOn) {
      map.setMaxPitch(MAXIMUM_TILT_DEG)
      map.setTerrain({ source: 'elevation', exaggeration: EXAGGERATION })
      map.addControl(this.#compass, 'top-right')
      map.easeTo({ pitch: TILT_DEG })
    } else {
      map.removeControl(this.#compass)
      map.setTerrain(null)
      map.jumpTo({ pitch: 0, bearing: 0 })
      map.setMaxPitch(0)
    }
  }

  #allowTurning(isOn: boolean): void {
    const { dragRotate, touchZoomRotate, touchPitch, keyboard } = this.#map
    const action = isOn ? 'enable' : 'disable'
    for (const handler of [dragRotate, touchPitch]) handler[action]()
    for (const handler of [touchZoomRotate, keyboard]) handler[`${action}Rotation`]()
  }
}
