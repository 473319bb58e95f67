package dev.hpa.conformance.transcript;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Something seen in the namespace of a case, in milliseconds since the case began. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "seen")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Observation.Step.class, name = "step"),
  @JsonSubTypes.Type(value = Observation.Scaled.class, name = "scaled"),
  @JsonSubTypes.Type(value = Observation.Autoscaler.class, name = "autoscaler"),
  @JsonSubTypes.Type(value = Observation.Event.class, name = "event"),
  @JsonSubTypes.Type(value = Observation.Request.class, name = "request")
})
public sealed interface Observation {

  /** When, in milliseconds. */
  long at();

  /** The same at another time. */
  Observation at(long millis);

  /** What is shown of it in a line. */
  @JsonIgnore
  String line();

  /**
   * The suite did something.
   *
   * @param number of the step, from 0
   * @param actions what it did, in words
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

  /** The implementation wrote the replicas of a target. */
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
   * An autoscaler as it was after a change.
   *
   * @param status as JSON
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
   * An event was written.
   *
   * @param about the name of its object
   * @param reporter the component that reports it
   * @param count how often it has happened
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
   * The implementation asked the API server for something.
   *
   * @param path with query, decoded
   * @param code of the answer
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
