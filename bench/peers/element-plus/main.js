import * as icons from '@element-plus/icons-vue'
import axios from 'axios'
import ElementPlus, { ElTable, ElTableColumn } from 'element-plus'
import 'element-plus/dist/index.css'
import Cookies from 'js-cookie'
import NProgress from 'nprogress'
import { createPinia } from 'pinia'
import { createApp, h } from 'vue'
import { createRouter, createWebHashHistory } from 'vue-router'
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
// What the main file of RuoYi-Vue3 loads: the whole library, all icons, router, store and client.
const router = createRouter({
  history: createWebHashHistory(),
  routes: [{ path: '/:all(.*)*', component: { render: () => null } }],
})
router.beforeEach(() => void NProgress.start())
router.afterEach(() => void NProgress.done())
app.config.globalProperties.$http = axios.create({ headers: { token: Cookies.get('token') ?? '' } })
app.use(router).use(createPinia()).use(ElementPlus)
for (const [name, icon] of Object.entries(icons)) app.component(name, icon)
app.mount('#app')
