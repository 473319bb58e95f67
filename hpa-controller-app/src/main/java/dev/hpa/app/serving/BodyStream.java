package dev.hpa.app.serving;

import java.io.IOException;

/** A body that is sent while it grows, on the virtual thread of its request. */
@FunctionalInterface
public interface BodyStream {

  /**
   * Sends the body; the response ends when this method returns.
   *
   * @throws IOException if the client is gone
   */
  void sendTo(Sink sink) throws IOException, InterruptedException;

  /** Where the body is sent. */
  @FunctionalInterface
  interface Sink {

    /**
     * Sends a part at once. Parts must follow each other within the time limit of a response, 60 s;
     * otherwise the connection is closed.
     *
     * @throws IOException if the client is gone
     */
    void send(byte[] part) throws IOException;
  }
}
