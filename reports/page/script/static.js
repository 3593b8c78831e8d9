import { listenToTheme } from './theme.js';

listenToTheme();
document.documentElement.dataset['ready'] = 'true';
