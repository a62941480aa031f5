'use client'
import { brandCss } from '@/components/ui/theme'

const id = 'own-color'

/** Puts the rules of a colour (`#RRGGBB`) behind those of the page's head; MUI and ours read the same variables. */
export function wearColor(color: string): void {
  const style = document.getElementById(id) ?? document.head.appendChild(document.createElement('style'))
  style.id = id
  style.textContent = brandCss(color)
}
