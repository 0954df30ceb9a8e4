/** Usual services, each with fields of a request; those that a model does not have are left out. ERP in watts. */
export const presets: { name: string; fields: Record<string, string> }[] = [
  {
    name: 'LoRa 868',
    fields: {
      frequency: '868',
      erp: '0.025',
      tx_height: '15',
      rx_height: '1.5',
      max_range: '15',
      resolution: '30',
    },
  },
  {
    name: 'LoRa 915',
    fields: {
      frequency: '915',
      erp: '0.6',
      tx_height: '15',
      rx_height: '1.5',
      max_range: '15',
      resolution: '30',
    },
  },
  {
    name: '2 m',
    fields: {
      frequency: '145',
      erp: '50',
      tx_height: '20',
      rx_height: '1.5',
      max_range: '40',
      resolution: '60',
    },
  },
  {
    name: '70 cm',
    fields: {
      frequency: '433.5',
      erp: '25',
      tx_height: '20',
      rx_height: '1.5',
      max_range: '40',
      resolution: '60',
    },
  },
  {
    name: 'Airband',
    fields: {
      frequency: '125',
      erp: '10',
      tx_height: '10',
      rx_height: '300',
      max_range: '100',
      resolution: '200',
    },
  },
  {
    name: 'LTE 800',
    fields: {
      frequency: '806',
      erp: '400',
      tx_height: '35',
      rx_height: '1.5',
      max_range: '15',
      resolution: '30',
    },
  },
  {
    name: 'Wi-Fi 2.4',
    fields: {
      frequency: '2442',
      erp: '0.06',
      tx_height: '6',
      rx_height: '2',
      max_range: '2',
      resolution: '10',
    },
  },
  {
    name: 'Wi-Fi 5',
    fields: {
      frequency: '5500',
      erp: '0.6',
      tx_height: '6',
      rx_height: '2',
      max_range: '5',
      resolution: '10',
    },
  },
]
