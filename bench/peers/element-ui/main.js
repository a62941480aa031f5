import 'normalize.css'
import axios from 'axios'
import ElementUI from 'element-ui'
import 'element-ui/lib/theme-chalk/index.css'
import Cookies from 'js-cookie'
import NProgress from 'nprogress'
import Vue from 'vue'
import Router from 'vue-router'
import Vuex from 'vuex'
import { rows } from './rows.js'

// What the main file of vue-element-admin and RuoYi-Vue loads: the whole library, router, store and client.
Vue.use(ElementUI)
Vue.use(Router)
Vue.use(Vuex)
const router = new Router({ routes: [{ path: '*', name: 'home' }] })
router.beforeEach((_to, _from, next) => {
  NProgress.start()
  next()
})
router.afterEach(() => NProgress.done())
Vue.prototype.$http = axios.create({ headers: { token: Cookies.get('token') ?? '' } })
new Vue({
  router,
  store: new Vuex.Store({}),
  render: (h) =>
    h('el-container', [
      h('el-header', [h('h1', '汽车金融管理系统')]),
      h('el-main', [
        h('el-table', { props: { data: rows } }, [
          h('el-table-column', { props: { prop: 'no', label: '编号' } }),
          h('el-table-column', { props: { prop: 'name', label: '姓名' } }),
          h('el-table-column', { props: { prop: 'amount', label: '金额' } }),
        ]),
      ]),
    ]),
}).$mount('#app')
