package dev.hpa.kube.client;

import dev.hpa.kube.memory.Limit;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
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

  /**
   * Generous limits for the headers and trailers of a response: API servers send about 20 short
   * ones. {@link Limit#HEAD_BYTES} bounds all of them together.
   */
  private static final Http1Config CONFIG =
      Http1Config.custom().setMaxLineLength(1 << 14).setMaxHeaderCount(200).build();

  /** Characters of a path, of which buffers keep up to six bytes each. */
  private static final int LARGE_PATH = 1 << 14;

  /** As many as Go's client accepts before the response. */
  private static final int MAX_INFORMATIONAL = 5;

  private static final Duration REST_TIMEOUT = Duration.ofMillis(100);

  private static final Timeout NO_WAIT = Timeout.ofMilliseconds(1);

  private final Socket plain;
  private final Socket secure;
  private final ReadTimeout timeout = new ReadTimeout(ReadTimeout.Timers.REAL, this::abort);
  private @Nullable CallDeadline deadline;
  private long idleSince;
  private boolean hasAnswered;

  /** Bytes since the beginning of the call, or since the last ones of the body. */
  private long outsideOfBody;

  private boolean isLarge;
  private boolean isPeeking;
  private final NothingReadException nothingRead = new NothingReadException();
  private volatile boolean isAborted;

  HttpConnection(ServerSockets.Opened sockets) throws IOException {
    super(CONFIG, null, StandardCharsets.UTF_8.newEncoder());
    this.plain = sockets.plain();
    this.secure = sockets.secure();
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

  /**
   * Whether the server has neither closed it nor sent bytes that belong to no call: buffered,
   * decrypted, or readable without waiting. The next call would take them for its response. If not,
   * it is not usable any more.
   */
  boolean isQuiet() {
    isPeeking = true;
    try {
      return !isDataAvailable(NO_WAIT)
          && secure.getInputStream().available() == 0
          && !isStaleOrReadable();
    } catch (IOException broken) {
      return false;
    } finally {
      isPeeking = false;
    }
  }

  private boolean isStaleOrReadable() throws IOException {
    SocketChannel channel = plain.getChannel();
    if (channel == null) {
      // Java's sockets through a SOCKS proxy; waits for a millisecond.
      isPeeking = false;
      return plain.getInputStream().available() > 0 || isStale();
    }
    channel.configureBlocking(false);
    try {
      return channel.read(ByteBuffer.allocate(1)) != 0;
    } finally {
      channel.configureBlocking(true);
    }
  }

  /** Limits the reads of a call. */
  void limit(CallDeadline reads) {
    deadline = reads;
  }

  /** Whether anything was received since the last call of {@link #exchange} began. */
  boolean hasAnswered() {
    return hasAnswered;
  }

  /** Whether its buffers have grown by a long request; they never shrink. */
  boolean isLarge() {
    return isLarge;
  }

  /** Sends a request and receives the head of its response. */
  ClassicHttpResponse exchange(ClassicHttpRequest request) throws IOException {
    isLarge |= request.getPath().length() > LARGE_PATH;
    hasAnswered = false;
    outsideOfBody = 0;
    try {
      sendRequestHeader(request);
      if (request.getEntity() != null) {
        sendRequestEntity(request);
      }
      flush();
      return response();
    } catch (NoHttpResponseException | ConnectionClosedException closed) {
      throw eof("EOF", closed);
    } catch (HttpException malformed) {
      throw new IOException("malformed HTTP response: " + malformed.getMessage(), malformed);
    } catch (ClosedChannelException | SSLException failure) {
      throw isAborted ? closed(failure) : failure;
    }
  }

  private static EOFException eof(String message, IOException cause) {
    EOFException end = new EOFException(message);
    end.initCause(cause);
    return end;
  }

  private static SocketException closed(IOException failure) {
    SocketException closed = new SocketException("Socket closed");
    closed.initCause(failure);
    return closed;
  }

  private ClassicHttpResponse response() throws IOException, HttpException {
    ClassicHttpResponse response = receiveResponseHeader();
    for (int number = 0; isInformational(response); number++) {
      if (number == MAX_INFORMATIONAL) {
        throw new IOException("malformed HTTP response: too many informational responses");
      }
      response = receiveResponseHeader();
    }
    return response;
  }

  private static boolean isInformational(ClassicHttpResponse response) {
    return new StatusLine(response).getStatusClass() == StatusLine.StatusClass.INFORMATIONAL;
  }

  /** Receives the body of a response. */
  Body body(String method, ClassicHttpResponse response) throws IOException {
    if (!MessageSupport.canResponseHaveBody(method, response)) {
      return new Body(InputStream.nullInputStream());
    }
    try {
      receiveResponseEntity(response);
      return new Body(response.getEntity().getContent());
    } catch (HttpException malformed) {
      throw new IOException("malformed HTTP response: " + malformed.getMessage(), malformed);
    }
  }

  /**
   * Closes it between two calls. The server is notified and not waited for: one that does not
   * respond would delay the caller for each of its connections.
   */
  void end() {
    try {
      secure.shutdownOutput();
    } catch (IOException | UnsupportedOperationException broken) {
      // It is closed without notice.
    }
    abort();
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

  /**
   * A body that knows whether it was read to its end, and distinguishes its bytes from those of
   * chunks and trailers. Closing it has no effect.
   */
  final class Body extends FilterInputStream {
    private boolean isEnded;

    private Body(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int count = isEnded ? -1 : super.read(bytes, offset, length);
        isEnded |= count < 0;
        outsideOfBody = count > 0 ? 0 : outsideOfBody;
        return count;
      } catch (ConnectionClosedException | TruncatedChunkException premature) {
        throw eof("unexpected EOF", premature);
      }
    }

    /** Reads what a decoder has left, such as the end of a chunked body, if it is short. */
    boolean isReadToItsEnd() {
      if (isEnded) {
        return true;
      }
      limit(new CallDeadline(REST_TIMEOUT, REST_TIMEOUT));
      try {
        readNBytes(Limit.FAILURE_BYTES.asInt());
      } catch (IOException broken) {
        return false;
      }
      return isEnded;
    }

    @Override
    public void close() {
      // The response is closed.
    }
  }

  /** Limits the time of each read, and the bytes of the head and the trailers of a response. */
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
      if (isPeeking) {
        throw nothingRead;
      }
      if (outsideOfBody >= Limit.HEAD_BYTES.asInt()) {
        throw new IOException(
            "malformed HTTP response: headers of more than " + Limit.HEAD_BYTES.asInt() + " bytes");
      }
      int count = timed(bytes, offset, length);
      hasAnswered |= count > 0;
      outsideOfBody += Math.max(count, 0);
      return count;
    }

    private int timed(byte[] bytes, int offset, int length) throws IOException {
      CallDeadline limit = deadline;
      if (limit == null) {
        return super.read(bytes, offset, length);
      }
      timeout.begin(limit.next());
      try {
        return super.read(bytes, offset, length);
      } catch (IOException failure) {
        if (!timeout.hasExpired()) {
          throw isAborted ? closed(failure) : failure;
        }
        SocketTimeoutException late = new SocketTimeoutException("timeout");
        late.initCause(failure);
        throw late;
      } finally {
        timeout.end();
      }
    }
  }

  /** Ends the check for buffered bytes, which must not wait; no failure, so one for all checks. */
  private static final class NothingReadException extends SocketTimeoutException {
    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }
}
