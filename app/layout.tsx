import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { brandCss } from '@/components/ui/theme'
import { Toaster } from '@/components/ui/toaster'
import { getBrand } from '@/lib/bff/page-session'
import { getLocale } from '@/lib/i18n/get-t'
import { MessagesProvider } from '@/lib/i18n/messages-provider'
import './global.css'

/** The favicon of the host's brand. Titles are the pages' own: a console page is named after its tab. */
export async function generateMetadata(): Promise<Metadata> {
  const brand = await getBrand()
  return { applicationName: brand.title, icons: { icon: brand.favicon }, robots: { index: false } }
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

const cssBySeed = new Map<string, string>()

/** The variables of a colour, made once: they are the same for every page of the tenant. */
function cssOf(seed: string): string {
  const css = cssBySeed.get(seed) ?? brandCss(seed)
  cssBySeed.set(seed, css)
  return css
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [brand, locale] = await Promise.all([getBrand(), getLocale()])
  return (
    <html lang={locale} data-scheme="light">
      <head>
        <style>{cssOf(brand.themeColor)}</style>
      </head>
      <body>
        <MessagesProvider locale={locale}>
          {children}
          <Toaster />
        </MessagesProvider>
      </body>
    </html>
  )
}
