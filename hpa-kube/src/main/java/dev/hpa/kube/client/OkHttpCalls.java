package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/**
 * Sends calls with OkHttp: through a proxy, or with the settings and interceptors of the
 * application's {@code ApiClient}.
 */
final class OkHttpCalls implements CallSender {

  private final OkHttpClient client;
  private final Function<String, HttpUrl> urls;

  /**
   * @param urls the URL of the target of a request
   */
  OkHttpCalls(OkHttpClient client, Function<String, HttpUrl> urls) {
    this.client =
        client
            .newBuilder()
            .followRedirects(false)
            .addNetworkInterceptor(SendCheck::intercept)
            .build();
    this.urls = urls;
  }

  @Override
  public TransportResponse send(HttpCall call) throws IOException {
    OkHttpClient patient =
        client.newBuilder().connectTimeout(call.patience()).readTimeout(call.patience()).build();
    Request request =
        OkHttpRequests.of(urls.apply(call.request().target()), call.request(), call.headers())
            .tag(SendCheck.class, call.check())
            .build();
    Call attempt = patient.newCall(request);
    attempt.timeout().timeout(call.limit().toNanos(), TimeUnit.NANOSECONDS);
    return new OkHttpResponse(attempt.execute(), client.connectionPool());
  }

  @Override
  public void retire() {
    client.connectionPool().evictAll();
  }

  @Override
  public void close() {
    client.dispatcher().cancelAll();
    client.connectionPool().evictAll();
  }
}
