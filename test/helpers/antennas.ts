/** Antenna files as vendors write them. */

/** A 65° panel with 6° of electrical downtilt, front-to-back about 28 dB, in the layout of Planet. */
export function planetFile(): string {
  return [
    'NAME\tPanel-65-17-06T',
    'MAKE\tExample Antennas',
    'FREQUENCY\t2140',
    'H_WIDTH\t65',
    'V_WIDTH\t7.0',
    'FRONT_TO_BACK\t28.0',
    'GAIN\t17.5 dBi',
    'TILT\tELECTRICAL',
    'POLARIZATION\t+45',
    'COMMENT\tElectrical downtilt 6 degrees',
    'HORIZONTAL\t360',
    ...degrees.map((angle) => `${angle}.0\t${lobe(angle, 65, 28).toFixed(2)}`),
    'VERTICAL\t360',
    ...degrees.map((angle) => `${angle}.0\t${panelVertical(angle).toFixed(2)}`),
    '',
  ].join('\r\n')
}

/** A yagi as a file of Radio Mobile, version 3. */
export function radioMobileFile(): string {
  const horizontal = degrees.map((angle) => -lobe(angle, 50, 20))
  // From zenith forwards.
  const vertical = degrees.map((at) => -lobe(at - 90, 40, 20))
  return `${[...horizontal, ...vertical].map((gain) => gain.toFixed(1)).join('\n')}\n`
}

const degrees = Array.from({ length: 360 }, (_, angle) => angle)

function lobe(angle: number, widthDeg: number, maximumDb: number): number {
  const away = Math.abs(((((angle + 180) % 360) + 360) % 360) - 180)
  return Math.min(12 * (away / widthDeg) ** 2, maximumDb)
}

/** The lobe 6° below the horizon. */
function panelVertical(angle: number): number {
  return lobe(angle - 6, 7, 28)
}
