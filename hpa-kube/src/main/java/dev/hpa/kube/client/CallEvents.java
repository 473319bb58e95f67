package dev.hpa.kube.client;

import dev.hpa.api.time.Timeline;
import dev.hpa.spi.ApiRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Response;

/** What happens to one call, told to a listener. */
final class CallEvents extends EventListener {

  private final CallListener listener;
  private final Timeline timeline;
  private final String host;
  private final ApiRequest asked;
  private final Instant begun;
  private boolean isAnswered;

  private CallEvents(CallListener listener, Timeline timeline, String host, ApiRequest asked) {
    this.listener = listener;
    this.timeline = timeline;
    this.host = host;
    this.asked = asked;
    this.begun = timeline.now();
  }

  /** Follows the calls that say what they ask by a tag. */
  static EventListener.Factory to(CallListener listener, Timeline timeline, String host) {
    return call -> {
      ApiRequest asked = call.request().tag(ApiRequest.class);
      return asked == null ? EventListener.NONE : new CallEvents(listener, timeline, host, asked);
    };
  }

  @Override
  public void responseHeadersEnd(Call call, Response response) {
    answered(response.code());
  }

  @Override
  public void responseBodyEnd(Call call, long byteCount) {
    listener.received(host, asked, byteCount);
  }

  @Override
  public void callFailed(Call call, IOException failure) {
    if (!isAnswered) {
      answered(0);
    }
  }

  private void answered(int code) {
    isAnswered = true;
    listener.answered(host, asked, code, Duration.between(begun, timeline.now()));
  }
}
