import type { ComponentChildren } from 'preact'

interface TableProps {
  /** Headings; an empty text makes a column without one. */
  head: readonly string[]
  rows: readonly (readonly ComponentChildren[])[]
}

export function Table({ head, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((text, at) =>
            text === '' ? (
              <td key={at} />
            ) : (
              <th key={at} scope="col">
                {text}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
