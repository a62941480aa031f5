/** Everything that the administrator of a tenant may set, and within which bounds (domain.md, tenant). */

/** Pictures of a brand. */
export const brandPictureKinds = ['logo', 'favicon'] as const
export type BrandPictureKind = (typeof brandPictureKinds)[number]

/** Bytes of a logo or favicon. */
export const brandPictureBytes = 200 * 1024

/**
 * The keeper of the company's seal: itself, by a certificate of the deployment, or a provider that is asked each time.
 */
/** 业务模式 that a tenant may open; codes of the dictionary biz_mode. */
export const bizModes = ['direct_lease', 'sale_leaseback', 'assist_loan', 'joint_loan'] as const
export type BizMode = (typeof bizModes)[number]

export const sealKeepers = ['own', 'provider'] as const
export type SealKeeper = (typeof sealKeepers)[number]

/** The way in which releases are paid: by the port of the bank, or as its files. */
export const payWays = ['port', 'file'] as const
export type PayWay = (typeof payWays)[number]

export const tenantLimits = {
  name: 60,
  title: 60,
  watermark: 20,
  /** Minutes; 0 is never. */
  idleLock: { from: 0, to: 480 },
  /** Minutes without anybody; the service's own limit is the highest. */
  sessionIdle: { from: 10, to: 120 },
  /** Hours from signing in; the service's own limit is the highest. */
  sessionHours: { from: 1, to: 12 },
} as const

/** `16:30`, in China's time. */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

export const isThemeColor = (text: string): boolean => /^#[0-9A-Fa-f]{6}$/.test(text)

/** The least contrast of text, WCAG 2.2 success criterion 1.4.3. */
export const textContrast = 4.5

/**
 * The contrast of a colour with white, 1 to 21 (WCAG 2.2). Below {@link textContrast} the console writes in a darker
 * tone of it, and the colour itself is for surfaces and edges.
 * @param color `#RRGGBB`
 */
export function contrastWithWhite(color: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 1.05 / (0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) + 0.05)
}

const signatures: readonly { mime: string; bytes: readonly (number | undefined)[] }[] = [
  { mime: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mime: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  {
    mime: 'image/webp',
    bytes: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  },
]

/** The type of a picture by its first bytes: PNG, JPEG or WebP. Undefined for anything else, SVG with its scripts too. */
export function brandPictureMime(bytes: Uint8Array): string | undefined {
  return signatures.find((one) => one.bytes.every((byte, at) => byte === undefined || bytes[at] === byte))
    ?.mime
}
