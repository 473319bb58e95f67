package dev.hpa.app.cluster;

import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.http.ConnectionLostException;
import dev.hpa.spi.http.HttpAnswer;
import dev.hpa.spi.http.HttpTransport;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Sends requests over the client of a connection. */
final class OkHttpTransport implements HttpTransport {

  private final ClusterConnection connection;

  OkHttpTransport(ClusterConnection connection) {
    this.connection = connection;
  }

  @Override
  public String server() {
    return connection.server();
  }

  @Override
  public HttpAnswer send(ApiRequest request) throws IOException {
    try {
      return new OkHttpAnswer(connection.newCall(request).execute());
    } catch (IOException failure) {
      throw inGoWords(failure);
    }
  }

  private static IOException inGoWords(IOException failure) {
    return switch (failure) {
      case ConnectException e -> {
        ConnectException refused = new ConnectException("connection refused");
        refused.initCause(e);
        yield refused;
      }
      case UnknownHostException e -> new IOException("no such host: " + e.getMessage(), e);
      case SocketTimeoutException e -> new IOException("timed out", e);
      case SocketException e -> new ConnectionLostException("connection reset by peer", e);
      case EOFException e -> new ConnectionLostException("EOF", e);
      case IOException e when e.getCause() instanceof EOFException ->
          new ConnectionLostException("EOF", e);
      default -> failure;
    };
  }

  private record OkHttpAnswer(Response response) implements HttpAnswer {
    @Override
    public int code() {
      return response.code();
    }

    @Override
    public @Nullable String header(String name) {
      return response.header(name);
    }

    @Override
    public InputStream body() {
      return response.body().byteStream();
    }

    @Override
    public void close() {
      response.close();
    }
  }
}
