import { type Map as LibraryMap, NavigationControl } from 'maplibre-gl'

const TILT_DEG = 60
const MAXIMUM_TILT_DEG = 75
/** Vertical exaggeration at which relief looks as steep as to a person in the landscape. */
const EXAGGERATION = 1.5

/** Returns a switch of 3D terrain, initially off; when off, the map looks straight down with north up. */
export function switchOf3d(map: LibraryMap): (isOn: boolean) => void {
  const compass = new NavigationControl({ showZoom: false, showCompass: true, visualizePitch: true })
  const { dragRotate, touchZoomRotate, touchPitch, keyboard } = map
  const setTurning = (action: 'enable' | 'disable') => {
    for (const handler of [dragRotate, touchPitch]) handler[action]()
    for (const handler of [touchZoomRotate, keyboard]) handler[`${action}Rotation`]()
  }
  let is3d = false
  setTurning('disable')
  return (isOn) => {
    if (isOn === is3d) return
    is3d = isOn
    setTurning(isOn ? 'enable' : 'disable')
    if (isOn) {
      map.setMaxPitch(MAXIMUM_TILT_DEG)
      map.setTerrain({ source: 'elevation', exaggeration: EXAGGERATION })
      map.addControl(compass, 'top-right')
      map.easeTo({ pitch: TILT_DEG })
    } else {
      map.removeControl(compass)
      map.setTerrain(null)
      map.jumpTo({ pitch: 0, bearing: 0 })
      map.setMaxPitch(0)
    }
  }
}
