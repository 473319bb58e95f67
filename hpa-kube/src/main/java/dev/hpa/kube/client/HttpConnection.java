package dev.hpa.kube.client;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.message.StatusLine;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection with HTTP/1.1, on which the calling thread writes and reads. Used by one call at a
 * time; {@link #abort} may be called by any thread.
 */
final class HttpConnection extends DefaultBHttpClientConnection {

  /** Generous limits for the headers of a response, which otherwise could exhaust the memory. */
  private static final Http1Config CONFIG =
      Http1Config.custom().setMaxLineLength(1 << 16).setMaxHeaderCount(1000).build();

  private static final Timeout LONGEST_CLOSE = Timeout.ofSeconds(1);

  private final Socket plain;
  private final ReadTimeout timeout = new ReadTimeout(ReadTimeout.Timers.REAL, this::abort);
  private @Nullable CallDeadline deadline;
  private long idleSince;
  private volatile boolean isAborted;

  HttpConnection(ServerSockets.Opened sockets) throws IOException {
    super(CONFIG, null, StandardCharsets.UTF_8.newEncoder());
    this.plain = sockets.plain();
    // The socket still has the timeout of the TLS handshake; reads have their own.
    plain.setSoTimeout(0);
    bind(
        new SocketHolder(sockets.secure()) {
          @Override
          protected InputStream getInputStream(Socket of) throws IOException {
            return new TimedInput(of.getInputStream());
          }
        });
  }

  /** Real time since the end of its last call, in nanoseconds. */
  long idleNanos() {
    return System.nanoTime() - idleSince;
  }

  /** Ends a call; another one may follow. */
  void idle() {
    deadline = null;
    idleSince = System.nanoTime();
  }

  /** Whether the server has closed it; waits for a millisecond. */
  boolean isClosedByServer() {
    try {
      return isStale();
    } catch (IOException broken) {
      return true;
    }
  }

  /** Limits the reads of a call. */
  void limit(CallDeadline reads) {
    deadline = reads;
  }

  /** Sends a request and receives the head of its response. */
  ClassicHttpResponse exchange(ClassicHttpRequest request) throws IOException {
    try {
      sendRequestHeader(request);
      if (request.getEntity() != null) {
        sendRequestEntity(request);
      }
      flush();
      ClassicHttpResponse response = receiveResponseHeader();
      while (new StatusLine(response).getStatusClass() == StatusLine.StatusClass.INFORMATIONAL) {
        response = receiveResponseHeader();
      }
      return response;
    } catch (NoHttpResponseException | ConnectionClosedException closed) {
      EOFException end = new EOFException("EOF");
      end.initCause(closed);
      throw end;
    } catch (HttpException malformed) {
      throw new IOException("malformed HTTP response: " + malformed.getMessage(), malformed);
    }
  }

  /** Receives the body of a response. */
  InputStream body(String method, ClassicHttpResponse response) throws IOException {
    if (!MessageSupport.canResponseHaveBody(method, response)) {
      return InputStream.nullInputStream();
    }
    try {
      receiveResponseEntity(response);
      return response.getEntity().getContent();
    } catch (HttpException malformed) {
      throw new IOException("malformed HTTP response: " + malformed.getMessage(), malformed);
    }
  }

  /** Closes it between two calls; waits for the server for {@link #LONGEST_CLOSE} at most. */
  void end() {
    setSocketTimeout(LONGEST_CLOSE);
    close(CloseMode.GRACEFUL);
  }

  /** Whether this process has closed it during a call. */
  boolean isAborted() {
    return isAborted;
  }

  /** Closes it at once, during a call too. */
  void abort() {
    isAborted = true;
    // First: to close a TLS connection waits for a read in progress.
    Closer.closeQuietly(plain);
    close(CloseMode.IMMEDIATE);
  }

  /** Limits the time of each read. */
  private final class TimedInput extends FilterInputStream {

    TimedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      CallDeadline limit = deadline;
      if (limit == null) {
        return super.read(bytes, offset, length);
      }
      timeout.begin(limit.next());
      try {
        return super.read(bytes, offset, length);
      } catch (IOException failure) {
        if (!timeout.hasExpired()) {
          throw failure;
        }
        SocketTimeoutException late = new SocketTimeoutException("timeout");
        late.initCause(failure);
        throw late;
      } finally {
        timeout.end();
      }
    }
  }
}
