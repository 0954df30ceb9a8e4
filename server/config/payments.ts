import { isLoopbackUrl } from './loopback.ts'
import { urlOf } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** Default of PACK_PRICES, as decimal strings in whole currency units. */
const defaultPackPrices = { '100': '5.00', '500': '20.00', '1000': '35.00', '5000': '150.00' } as const
const providers = ['sandbox', 'off', 'stripe'] as const

/** Name of a credit pack: the number of credits. */
export type PackName = keyof typeof defaultPackPrices

/** Prices of credit packs as decimal strings such as "5.00", in the currency of the settings. */
type PackPrices = Readonly<Record<PackName, string>>

export type StripeSettings = NonNullable<ReturnType<typeof readStripe>>
export type PaymentSettings = ReturnType<typeof readPaymentSettings>

/** Reads payment settings. `isPrivate`: only this machine can reach the service, so a sandbox is harmless. */
export function readPaymentSettings(settings: Settings, isPrivate: boolean) {
  const stripe = readStripe(settings)
  return {
    payments: readProvider(settings, isPrivate, stripe !== null),
    stripe,
    packPrices: settings.read<PackPrices>('PACK_PRICES', defaultPackPrices, parsePackPrices),
    /** Upper-case ISO 4217 code. */
    currency: settings.read('CURRENCY', 'EUR', parseCurrency),
  }
}

function readProvider(settings: Settings, isPrivate: boolean, hasStripe: boolean) {
  const byDefault = hasStripe ? 'stripe' : isPrivate ? 'sandbox' : 'off'
  const choice = settings.choice('PAYMENTS', byDefault, providers)
  if (choice === 'stripe' && !hasStripe) {
    settings.refuse('PAYMENTS', 'needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET')
  }
  if (choice === 'sandbox' && !isPrivate) {
    settings.refuse(
      'PAYMENTS',
      'must be "stripe" or "off" if HOST or PUBLIC_URL is not a loopback address or TRUST_PROXY is set: the sandbox gives credits away',
    )
  }
  return choice
}

function readStripe(settings: Settings) {
  const secretKey = settings.read('STRIPE_SECRET_KEY', null, (value) =>
    parseSecret(value, /^[sr]k_\w+$/, 'sk_ or rk_'),
  )
  const webhookSecret = settings.read('STRIPE_WEBHOOK_SECRET', null, (value) =>
    parseSecret(value, /^whsec_[\w+/=]+$/, 'whsec_'),
  )
  /** Origin of Stripe's API. */
  const apiBase = settings.read('STRIPE_API_BASE', 'https://api.stripe.com', parseApiBase)
  settings.refuseAlone('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET')
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase } : null
}

function parseSecret(value: string, pattern: RegExp, beginning: string): string {
  if (!pattern.test(value))
    throw new ConfigError(`must be a value issued by Stripe, beginning with ${beginning}`)
  return value
}

function parseApiBase(value: string): string {
  const url = urlOf(value)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(url))
  if (url === undefined || !isSafe || url.origin !== value.replace(/\/$/, '')) {
    throw new ConfigError('must be an https origin such as https://api.stripe.com; http only on this machine')
  }
  return url.origin
}

function parsePackPrices(value: string): PackPrices {
  const prices: Record<string, string> = { ...defaultPackPrices }
  for (const part of value.split(',')) {
    const [, pack, amount] = /^\s*(\d+)\s*=\s*(\d{1,6}\.\d\d)\s*$/.exec(part) ?? []
    if (pack === undefined || amount === undefined || !(pack in defaultPackPrices) || Number(amount) === 0) {
      throw new ConfigError('must look like 100=5.00,500=20.00 with packs of 100, 500, 1000 and 5000')
    }
    prices[pack] = amount
  }
  return prices as PackPrices
}

function parseCurrency(value: string): string {
  const code = value.toUpperCase()
  const known = /^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code)
  const digits =
    known &&
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits
  if (digits !== 2)
    throw new ConfigError('must be the ISO 4217 code of a currency with two decimals, such as EUR')
  return code
}
