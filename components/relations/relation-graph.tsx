'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import Link from '@/components/ui/link'
import { isOrderStatus } from '@/lib/domains/orders/rules/order-states'
import type { RelationsView } from '@/lib/domains/relations/contract'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { type GraphNode, graphLayout, nodeHeight, nodeWidth } from './graph-layout'
import styles from './relations.module.css'
import { useTies } from './use-ties'

/** 关系图: two steps as a picture. Every order in it is a link that says what the list says of it. */
export default function RelationGraph({ view, onClose }: { view: RelationsView; onClose: () => void }) {
  const t = useT()
  const title = useId()
  const ties = useTies(view)
  const [near, setNear] = useState<string>()
  const { width, height, nodes, edges } = graphLayout(view)
  const count = (step: number) => view.orders.filter((order) => order.step === step).length
  const wordsOf = (node: GraphNode) => textsOf(node, t)
  const isLit = (ends: readonly string[]) => near === undefined || ends.includes(near)
  return (
    <Dialog open fullWidth maxWidth="lg" onClose={onClose} aria-labelledby={title}>
      <DialogTitle id={title}>{t('relations.graph')}</DialogTitle>
      <DialogContent>
        <section
          className={styles.canvas}
          aria-label={t('relations.graphLabel', { direct: count(1), indirect: count(2) })}
        >
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={styles.graph}>
            <title>{t('relations.graph')}</title>
            {edges.map(({ key, path, ends }) => (
              <path key={key} d={path} data-lit={isLit(ends) || undefined} />
            ))}
            {nodes.map((node) => {
              const [first, second] = wordsOf(node)
              const box = (
                <g transform={`translate(${node.x} ${node.y - nodeHeight / 2})`}>
                  <rect width={nodeWidth} height={nodeHeight} rx={6} />
                  <text x={10} y={second ? 17 : 25}>
                    {first}
                  </text>
                  <text x={10} y={32} className={styles.minor}>
                    {second}
                  </text>
                </g>
              )
              const lights = {
                onFocus: () => setNear(node.key),
                onBlur: () => setNear(undefined),
                onPointerEnter: () => setNear(node.key),
                onPointerLeave: () => setNear(undefined),
              }
              if (node.what !== 'order')
                return (
                  <g
                    key={node.key}
                    data-what={node.what === 'known' ? node.known.what : node.what}
                    {...lights}
                  >
                    {box}
                  </g>
                )
              const { id, customerName: name, orderNo } = node.order
              return (
                <Link
                  key={node.key}
                  href={href('intakeDetails', { orderId: id })}
                  aria-label={t('relations.open', { name, orderNo, state: second, ties: ties(id) })}
                  data-what="order"
                  onFocus={lights.onFocus}
                  onBlur={lights.onBlur}
                  onPointerEnter={lights.onPointerEnter}
                  onPointerLeave={lights.onPointerLeave}
                  onClick={onClose}
                >
                  {box}
                </Link>
              )
            })}
            {edges.map(({ key, x, y, kinds, ends }) => (
              <text
                key={key}
                x={x}
                y={y}
                className={styles.tie}
                data-lit={isLit(ends) || undefined}
                aria-hidden
              >
                {kinds.map((kind) => t(`relations.kinds.${kind}`)).join(' · ')}
              </text>
            ))}
          </svg>
        </section>
      </DialogContent>
      <DialogActions>
        <ActionButton variant="primary" onClick={onClose}>
          {t('relations.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

/** Twelve characters of a name are what a box has room for. */
const cut = (text: string) => (text.length > 12 ? `${text.slice(0, 11)}…` : text)

function textsOf(node: GraphNode, t: T): readonly [string, string] {
  if (node.what === 'centre') return [t('relations.thisOrder'), '']
  if (node.what === 'known') {
    const { what, name } = node.known
    return [cut(name), t(`relations.known.${what}`)]
  }
  const { customerName, status } = node.order
  return [cut(customerName), isOrderStatus(status) ? t(`order.status.${status}`) : status]
}
