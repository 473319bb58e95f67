package dev.hpa.kube.client;

import dev.hpa.spi.ApiRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Forwards events to all registered listeners. Thread-safe. */
final class CallListeners implements CallListener {

  private final List<CallListener> all = new CopyOnWriteArrayList<>();

  void add(CallListener listener) {
    all.add(listener);
  }

  @Override
  public void answered(String host, ApiRequest request, int code, Duration took) {
    all.forEach(each -> each.answered(host, request, code, took));
  }

  @Override
  public void received(String host, ApiRequest request, long bytes) {
    all.forEach(each -> each.received(host, request, bytes));
  }

  @Override
  public void heldBack(String host, ApiRequest request, Duration wait) {
    all.forEach(each -> each.heldBack(host, request, wait));
  }

  @Override
  public void retried(String host, ApiRequest request, int code) {
    all.forEach(each -> each.retried(host, request, code));
  }

  @Override
  public void ended(String host, ApiRequest request, Duration took) {
    all.forEach(each -> each.ended(host, request, took));
  }
}
