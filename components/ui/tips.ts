'use client'
import { useEffect } from 'react'
import styles from './tips.module.css'

/**
 * Tooltips of the whole page in one element: every control or text with `data-tip` shows it on hover and on
 * keyboard focus. A table of a hundred cells costs two listeners and no component for each.
 */

const attribute = 'data-tip'
const showAfterMs = 300
let users = 0
let stop: (() => void) | undefined

/** Makes `data-tip` work while a component that uses it is shown. */
export function useTips(): void {
  useEffect(() => {
    users += 1
    if (users === 1) stop = listen()
    return () => {
      users -= 1
      if (users === 0) stop?.()
    }
  }, [])
}

function listen(): () => void {
  const bubble = document.createElement('div')
  bubble.id = 'page-tip'
  bubble.className = styles.tip ?? ''
  bubble.setAttribute('role', 'tooltip')
  bubble.hidden = true
  document.body.append(bubble)
  let target: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(timer)
    target?.removeAttribute('aria-describedby')
    target = null
    bubble.hidden = true
  }
  const show = (element: Element) => {
    target = element
    bubble.textContent = element.getAttribute(attribute)
    bubble.hidden = false
    element.setAttribute('aria-describedby', bubble.id)
    place(bubble, element.getBoundingClientRect())
  }
  const enter = (event: Event, delay: number) => {
    const element = event.target instanceof Element ? event.target.closest(`[${attribute}]`) : null
    if (element === target) return
    hide()
    if (element?.getAttribute(attribute)) timer = setTimeout(() => show(element), delay)
  }
  const onOver = (event: Event) => enter(event, showAfterMs)
  const onFocus = (event: Event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) enter(event, 0)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }

  document.addEventListener('pointerover', onOver)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', hide)
  document.addEventListener('keydown', onKey)
  document.addEventListener('scroll', hide, true)
  return () => {
    hide()
    bubble.remove()
    document.removeEventListener('pointerover', onOver)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', hide)
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('scroll', hide, true)
  }
}

/** Below its control, or above where there is no room; never over the edge of the window. */
function place(bubble: HTMLElement, anchor: DOMRect): void {
  const gap = 6
  const { width, height } = bubble.getBoundingClientRect()
  const below = anchor.bottom + gap + height <= window.innerHeight
  const left = anchor.left + anchor.width / 2 - width / 2
  bubble.style.top = `${below ? anchor.bottom + gap : anchor.top - gap - height}px`
  bubble.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`
}
