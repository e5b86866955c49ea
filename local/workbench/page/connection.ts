import type { PageMessage, ServerMessage } from "../messages";

/** The wait before the page tries to reach a workbench that has gone away. */
const RETRY_MS = 1_000;

export interface Connection {
  /**
   * Sends a message; without a connection it is lost.
   * @returns true if it is on its way
   */
  send(message: PageMessage): boolean;
}

/** Keeps the page connected with the workbench, and says when it is not. */
export function connect(receive: (message: ServerMessage) => void, onState: (isOpen: boolean) => void): Connection {
  let socket: WebSocket;
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/`);
    socket.addEventListener("open", () => onState(true));
    socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      onState(false);
      setTimeout(open, RETRY_MS);
    });
  };
  open();
  return {
    send: (message) => {
      const isOpen = socket.readyState === WebSocket.OPEN;
      if (isOpen) socket.send(JSON.stringify(message));
      return isOpen;
    },
  };
}
