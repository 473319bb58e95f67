package dev.hpa.controller.world;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What happens to one request and its response on the way.
 *
 * @param connect until it is written
 * @param request until the server has it
 * @param response from the server's response until the client has the first byte, and between the
 *     parts of a watch
 * @param fault what goes wrong; null if nothing does
 */
record Delivery(
    Duration connect, Duration request, Duration response, @Nullable NetworkFault fault) {

  /** Something that goes wrong with a request. */
  sealed interface NetworkFault {

    /** No connection. */
    record Refused() implements NetworkFault {}

    /** The connection breaks before the server has the request. */
    record ResetBefore() implements NetworkFault {}

    /** The connection breaks after the server has carried the request out. */
    record ResetAfter() implements NetworkFault {}

    /** The server never has the request, and the connection stays open. */
    record Lost() implements NetworkFault {}

    /** The server carries the request out, and the client never hears of it. */
    record Unanswered() implements NetworkFault {}

    /** A proxy or the server answers with an error. */
    record Answered(int code, int retryAfter) implements NetworkFault {}

    /** The body ends in its middle; a watch after some events, within one. */
    record Cut() implements NetworkFault {}

    /** The body is no JSON or Protobuf. */
    record Garbled() implements NetworkFault {}

    /** The head arrives, and the body after a time; a watch is silent for as long. */
    record Slow(Duration time) implements NetworkFault {}

    /** The process is stopped before it writes to a connection that it has. */
    record Stopped(Duration time) implements NetworkFault {}

    /** The network holds the request back; the server has it unless the client gives up before. */
    record HeldBack(Duration time) implements NetworkFault {}

    /** A watch delivers nothing and stays open. */
    record Silent() implements NetworkFault {}
  }
}
