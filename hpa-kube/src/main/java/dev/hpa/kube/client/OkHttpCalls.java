package dev.hpa.kube.client;

import dev.hpa.kube.http.TransportResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.AsyncTimeout;

/** Sends calls with OkHttp, for the settings and interceptors of an application's client. */
final class OkHttpCalls implements CallSender {

  private final OkHttpClient client;
  private final ServerAddress server;

  OkHttpCalls(OkHttpClient client, ServerAddress server) {
    this.client =
        client
            .newBuilder()
            .followRedirects(false)
            .addNetworkInterceptor(OkHttpCalls::checked)
            .build();
    this.server = server;
  }

  /** Checks each request when its connection is ready. */
  private static Response checked(Interceptor.Chain chain) throws IOException {
    SendCheck check = chain.request().tag(SendCheck.class);
    if (check != null && !check.mayBeSent()) {
      throw new FenceClosedException();
    }
    return chain.proceed(chain.request());
  }

  @Override
  public TransportResponse send(HttpCall call) throws IOException {
    OkHttpClient patient =
        client.newBuilder().connectTimeout(call.timeout()).readTimeout(call.timeout()).build();
    Call attempt = patient.newCall(request(call));
    attempt.timeout().timeout(call.limit().toNanos(), TimeUnit.NANOSECONDS);
    return new OkHttpResponse(attempt.execute(), client.connectionPool());
  }

  /** Until there is a response, the limit cancels it; nothing else would, as in a handshake. */
  @Override
  public TransportResponse watch(HttpCall call, CallHandle handle) throws IOException {
    OkHttpClient patient =
        client.newBuilder().connectTimeout(call.limit()).readTimeout(MAX_SILENCE).build();
    Call attempt = patient.newCall(request(call));
    handle.abortBy(attempt::cancel);
    Opening opening = new Opening(attempt);
    opening.timeout(call.limit().toNanos(), TimeUnit.NANOSECONDS);
    opening.enter();
    try {
      return new OkHttpResponse(attempt.execute(), client.connectionPool());
    } catch (IOException failure) {
      throw opening.isOver ? late(failure) : failure;
    } finally {
      opening.exit();
    }
  }

  private static SocketTimeoutException late(IOException failure) {
    SocketTimeoutException late = new SocketTimeoutException("timeout");
    late.initCause(failure);
    return late;
  }

  private static final class Opening extends AsyncTimeout {
    private final Call call;
    private volatile boolean isOver;

    Opening(Call call) {
      this.call = call;
    }

    @Override
    protected void timedOut() {
      isOver = true;
      call.cancel();
    }
  }

  private Request request(HttpCall call) {
    Headers.Builder headers = new Headers.Builder();
    // OkHttp accepts only ASCII otherwise; client-go sends impersonation headers in UTF-8.
    call.headers().forEach(each -> headers.addUnsafeNonAscii(each.name(), each.value()));
    byte[] body = call.request().body();
    return new Request.Builder()
        .url(server.origin() + server.pathAndQuery(call.request().target()))
        .headers(headers.build())
        .method(call.request().method(), body == null ? null : RequestBody.create(body, null))
        .tag(SendCheck.class, call.check())
        .build();
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
