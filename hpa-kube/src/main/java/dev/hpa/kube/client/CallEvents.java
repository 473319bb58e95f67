package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Response;

/** Reports the events of one OkHttp call to a listener. */
final class CallEvents extends EventListener {

  private final CallListener listener;
  private final Timeline timeline;
  private final String host;
  private final ApiRequest request;
  private final Instant begun;
  private boolean isAnswered;

  private CallEvents(CallListener listener, Timeline timeline, String host, ApiRequest request) {
    this.listener = listener;
    this.timeline = timeline;
    this.host = host;
    this.request = request;
    this.begun = timeline.now();
  }

  /** Reports the calls that carry their {@link ApiRequest} as a tag. */
  static EventListener.Factory to(CallListener listener, Timeline timeline, String host) {
    return call -> {
      ApiRequest request = call.request().tag(ApiRequest.class);
      return request == null
          ? EventListener.NONE
          : new CallEvents(listener, timeline, host, request);
    };
  }

  @Override
  public void responseHeadersEnd(Call call, Response response) {
    answered(response.code());
  }

  @Override
  public void responseBodyEnd(Call call, long byteCount) {
    listener.received(host, request, byteCount);
  }

  @Override
  public void callFailed(Call call, IOException failure) {
    if (!isAnswered) {
      answered(0);
    }
  }

  private void answered(int code) {
    isAnswered = true;
    listener.answered(host, request, code, Duration.between(begun, timeline.now()));
  }
}
