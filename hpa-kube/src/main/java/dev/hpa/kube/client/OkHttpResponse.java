package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.InputStream;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** A response that OkHttp received. */
record OkHttpResponse(Response response) implements TransportResponse {

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
