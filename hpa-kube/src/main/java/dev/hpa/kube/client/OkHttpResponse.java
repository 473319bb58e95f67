package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.InputStream;
import okhttp3.ConnectionPool;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * A response that OkHttp received.
 *
 * @param connections those of the client
 */
record OkHttpResponse(Response response, ConnectionPool connections) implements TransportResponse {

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

  /** Its connection is idle when it is closed. */
  @Override
  public void distrust() {
    response.close();
    connections.evictAll();
  }

  @Override
  public void close() {
    response.close();
  }
}
