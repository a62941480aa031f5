import * as icons from '@element-plus/icons-vue'
import ElementPlus, { ElTable, ElTableColumn } from 'element-plus'
import 'element-plus/dist/index.css'
import { createApp, h } from 'vue'
import { rows } from './rows.js'

const column = (prop, label) => h(ElTableColumn, { prop, label })
const app = createApp({
  render: () => [
    h('h1', '汽车金融管理系统'),
    h(ElTable, { data: rows }, () => [
      column('no', '编号'),
      column('name', '姓名'),
      column('amount', '金额'),
    ]),
  ],
})
// As RuoYi-Vue3 starts: the whole library and all icons registered.
app.use(ElementPlus)
for (const [name, icon] of Object.entries(icons)) app.component(name, icon)
app.mount('#app')
