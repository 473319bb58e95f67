package dev.hpa.kube.client;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Whether a request may still be sent; a tag of requests. */
@FunctionalInterface
interface SendCheck {

  boolean mayBeSent();

  /** Checks each request when its connection is ready. */
  static Response intercept(Interceptor.Chain chain) throws IOException {
    SendCheck check = chain.request().tag(SendCheck.class);
    if (check != null && !check.mayBeSent()) {
      throw new FenceClosedException();
    }
    return chain.proceed(chain.request());
  }
}
