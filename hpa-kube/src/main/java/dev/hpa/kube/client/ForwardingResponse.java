package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A response that changes another one; what it does not override is that of the other one. */
abstract class ForwardingResponse implements TransportResponse {

  private final TransportResponse response;

  ForwardingResponse(TransportResponse response) {
    this.response = response;
  }

  @Override
  public int code() {
    return response.code();
  }

  @Override
  public @Nullable String header(String name) {
    return response.header(name);
  }

  @Override
  public abstract InputStream body();

  @Override
  public void distrust() {
    response.distrust();
  }

  @Override
  public void close() {
    response.close();
  }
}
