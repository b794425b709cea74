import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { Bridge } from '../src-shared/ipc/bridge.ts';
import { channels } from '../src-shared/ipc/channels.ts';

const bridge: Bridge<File> = {
  invoke: (request) => ipcRenderer.invoke(channels.invoke, request),
  subscribe(listener) {
    const hear = (_event: unknown, message: unknown): void => {
      listener(message);
    };
    ipcRenderer.on(channels.event, hear);
    return () => void ipcRenderer.off(channels.event, hear);
  },
  grantFile: (file) => ipcRenderer.invoke(channels.grantFile, webUtils.getPathForFile(file)),
};

contextBridge.exposeInMainWorld('bridge', bridge);
