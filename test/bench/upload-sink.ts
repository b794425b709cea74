import { type AddressInfo, createServer } from 'node:net';

/*
 * Server that takes one PUT per connection, drops its bytes and answers 201 when all announced bytes have arrived. Raw
 * sockets and one buffer per connection keep it from limiting a measurement.
 */
const server = createServer({ pauseOnConnect: false });
server.on('connection', (socket) => {
  let left: number | null = null;
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    let { length } = bytes;
    if (left === null) {
      const end = bytes.indexOf('\r\n\r\n');
      const head = bytes.toString('latin1', 0, end);
      left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      length -= end + 4;
      if (/expect: 100-continue/i.test(head)) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
    left -= length;
    if (left <= 0) socket.end('HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }));
});
