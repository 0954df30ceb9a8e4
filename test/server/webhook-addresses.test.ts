import t from 'tap'
import { AllowedReceivers, parseAllowedReceivers } from '../../server/config/webhook-allow.ts'
import { isPublic, Receivers } from '../../server/webhooks/addresses.ts'

const { signal } = new AbortController()

t.test('only addresses of the public internet are public', async (t) => {
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1']) {
    t.ok(isPublic(address), address)
  }
  const refused: Record<string, string[]> = {
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1'],
    'link-local': ['169.254.0.1', 'fe80::1', 'febf::1'],
    metadata: ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    'shared by carriers': ['100.64.0.1', '100.127.255.255'],
    multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
    'reserved, broadcast': [
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1'],
    'IPv4-compatible and translated': ['::7f00:1', '::8.8.8.8', '::ffff:0:127.0.0.1'],
    NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '64:ff9b:1:ffff::1'],
    '6to4': ['2002:7f00:1::', '2002:808:808::1'],
    Teredo: ['2001:0:7f00:1::', '2001::1'],
    'other special ranges': [
      '100::1',
      '2001:2::1',
      '2001:db8::1',
      '3fff::1',
      '5f00::1',
      '4000::1',
      '2001:10::1',
    ],
    'no address': ['', 'localhost', '127.1.1', '1.2.3.4.5', 'fe80::1%eth0'],
  }
  for (const [kind, addresses] of Object.entries(refused)) {
    for (const address of addresses) t.notOk(isPublic(address), `${kind}: ${address}`)
  }
})

t.test('an address is refused by its text, as far as that tells', async (t) => {
  const receivers = new Receivers(new AllowedReceivers([]))
  for (const url of ['https://hooks.example/a?b=c', 'https://8.8.8.8:8443/', 'https://[2606:4700::1111]/']) {
    t.equal(receivers.refusal(url), undefined, url)
  }
  const secure = 'url must begin with https://'
  const open = 'url must be on the public internet'
  const refused: Record<string, string> = {
    'no address': 'url must be a URL such as https://example.com/hook',
    'http://hooks.example/': secure,
    'ftp://hooks.example/': secure,
    'file:///etc/passwd': secure,
    'https://user@hooks.example/': 'url must have no user name and no password',
    'https://:word@hooks.example/': 'url must have no user name and no password',
    'https://hooks.example/#a': 'url must have no fragment',
    'https://localhost/': open,
    'https://localhost./': open,
    'https://a.LOCALHOST/': open,
    'https://127.0.0.1/': open,
    'https://2130706433/': open,
    'https://0x7f.1/': open,
    'https://0177.0.0.1/': open,
    'https://[::1]/': open,
    'https://[::ffff:127.0.0.1]/': open,
    'https://[64:ff9b::7f00:1]/': open,
    'https://[64:ff9b:1::7f00:1]/': open,
    'https://169.254.169.254/latest/meta-data': open,
  }
  for (const [url, detail] of Object.entries(refused)) t.equal(receivers.refusal(url), detail, url)
})

t.test('WEBHOOK_ALLOW opens names, addresses and ranges, also without TLS', async (t) => {
  const receivers = new Receivers(
    new AllowedReceivers(parseAllowedReceivers('Hooks.Internal, 127.0.0.1,10.1.0.0/16,fd00::/8, ::1')),
  )
  for (const url of [
    'http://hooks.internal:8080/',
    'https://hooks.internal./',
    'http://127.0.0.1:1/',
    'https://10.1.255.255/',
    'http://[fd12::1]/',
    'http://[::1]/',
  ]) {
    t.equal(receivers.refusal(url), undefined, url)
  }
  for (const url of [
    'https://127.0.0.2/',
    'https://10.2.0.1/',
    'http://other.internal/',
    'http://hooks.example/',
    'http://8.8.8.8/',
    'https://[::ffff:127.0.0.1]/',
  ]) {
    t.match(receivers.refusal(url), /^url must/, url)
  }
  for (const value of [
    '10.0.0.0/33',
    '010.1.1.1',
    '127.1',
    'a b',
    '::1/129',
    'https://a.example',
    'fe80::1%lo',
    'a,,b',
  ]) {
    t.throws(() => parseAllowedReceivers(value), { code: 'invalid_configuration' }, value)
  }
})

t.test('a name is resolved at each try, and all that it stands for is judged', async (t) => {
  const answers: string[][] = []
  let asked = 0
  const resolve = async () => {
    asked++
    const next = answers.shift()
    if (next === undefined) throw new Error('no such name')
    return next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const receivers = new Receivers(new AllowedReceivers(['10.9.9.9', 'listed.example']), {
    resolve,
    resolveAllowed: async () => [{ address: '192.168.0.1', family: 4 }],
  })
  const find = (url: string) => receivers.find(url, signal)
  answers.push(
    ['8.8.8.8', '2606:4700::1111'],
    ['8.8.8.8', '10.0.0.1'],
    ['64:ff9b::8.8.8.8'],
    ['10.9.9.9'],
    [],
  )
  t.match((await find('https://hooks.example/')).addresses, [
    { address: '8.8.8.8' },
    { address: '2606:4700::1111' },
  ])
  await t.rejects(find('https://hooks.example/'), { code: 'address_refused' }, 'one of two')
  await t.rejects(find('https://hooks.example/'), { code: 'address_refused' })
  t.match(
    (await find('https://hooks.example/')).addresses,
    [{ address: '10.9.9.9' }],
    'allowed by its address',
  )
  await t.rejects(find('https://hooks.example/'), { code: 'dns_failed' }, 'nothing')
  await t.rejects(find('https://hooks.example/'), { code: 'dns_failed' })
  t.equal(asked, 6)
  t.match(
    (await find('http://listed.example/')).addresses,
    [{ address: '192.168.0.1' }],
    'allowed by its name',
  )
  t.match((await find('https://8.8.4.4/')).addresses, [{ address: '8.8.4.4' }])
  await t.rejects(find('https://10.0.0.1/'), { code: 'address_refused' })
  t.equal(asked, 6, 'an address is not resolved')
})
