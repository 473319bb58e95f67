package dev.hpa.conformance.transcript;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * An observation in the namespace of a case. Times are milliseconds since the start of the case.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "seen")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Observation.Step.class, name = "step"),
  @JsonSubTypes.Type(value = Observation.Scaled.class, name = "scaled"),
  @JsonSubTypes.Type(value = Observation.Autoscaler.class, name = "autoscaler"),
  @JsonSubTypes.Type(value = Observation.Event.class, name = "event"),
  @JsonSubTypes.Type(value = Observation.Request.class, name = "request")
})
public sealed interface Observation {

  /** Returns the time in milliseconds since the start of the case. */
  long at();

  /** Returns a copy with another time. */
  Observation at(long millis);

  /** Returns a one-line summary. */
  @JsonIgnore
  String line();

  /**
   * A step of the case started.
   *
   * @param number the number of the step, from 0
   * @param actions descriptions of its actions
   */
  record Step(long at, int number, String name, List<String> actions) implements Observation {

    public Step {
      actions = List.copyOf(actions);
    }

    @Override
    public Step at(long millis) {
      return new Step(millis, number, name, actions);
    }

    @Override
    public String line() {
      return "— " + name;
    }
  }

  /** The implementation changed the replicas of a target. */
  record Scaled(long at, String target, int replicas) implements Observation {

    @Override
    public Scaled at(long millis) {
      return new Scaled(millis, target, replicas);
    }

    @Override
    public String line() {
      return "replicas " + replicas;
    }
  }

  /**
   * The status of an HPA changed.
   *
   * @param status the new status as JSON
   */
  record Autoscaler(long at, String name, JsonNode status) implements Observation {

    @Override
    public Autoscaler at(long millis) {
      return new Autoscaler(millis, name, status);
    }

    @Override
    public String line() {
      return "status of " + name + " " + status;
    }
  }

  /**
   * An Event object was created or updated.
   *
   * @param about the name of the object that the event is about
   * @param reporter the reporting component
   * @param count the number of occurrences
   */
  record Event(
      long at, String about, String type, String reason, String message, String reporter, int count)
      implements Observation {

    @Override
    public Event at(long millis) {
      return new Event(millis, about, type, reason, message, reporter, count);
    }

    @Override
    public String line() {
      return type + " " + reason + ": " + message;
    }
  }

  /**
   * The implementation sent a request to the API server.
   *
   * @param path path and query, decoded
   * @param code the status code of the response
   */
  record Request(long at, String method, String path, int code) implements Observation {

    @Override
    public Request at(long millis) {
      return new Request(millis, method, path, code);
    }

    @Override
    public String line() {
      return method + " " + path + " " + code;
    }
  }
}
