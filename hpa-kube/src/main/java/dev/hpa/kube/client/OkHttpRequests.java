package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;
import java.util.List;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;

/** Requests of OkHttp. */
final class OkHttpRequests {

  private OkHttpRequests() {}

  static Request.Builder of(HttpUrl url, ApiRequest request, List<HttpHeader> headers) {
    Headers.Builder all = new Headers.Builder();
    // OkHttp accepts only ASCII otherwise; client-go sends impersonation headers in UTF-8.
    headers.forEach(each -> all.addUnsafeNonAscii(each.name(), each.value()));
    byte[] body = request.body();
    return new Request.Builder()
        .url(url)
        .headers(all.build())
        .method(request.method(), body == null ? null : RequestBody.create(body, null));
  }
}
